export { default } from '../en/evacuation';
