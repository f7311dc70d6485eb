/** Where the page lies: `/`, or the folder of a static server. */
export const ROOT: string = import.meta.env.BASE_URL === './' ? new URL('..', import.meta.url).pathname : '/';
