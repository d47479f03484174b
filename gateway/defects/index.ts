import type { Defect } from './defect.ts';

/** Every known-bad member, by name. */
export const DEFECTS: readonly Defect[] = [];
