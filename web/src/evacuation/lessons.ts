/** The lessons of Evacuation: positions of the real engine and goals that its options prove. */

import type { LessonPlan } from '../lib/game/title';

const lessons: readonly LessonPlan[] = [];
export default lessons;
