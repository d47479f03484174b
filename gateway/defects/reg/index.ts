import type { Defect } from '../defect.ts';

/** Known-bad members of the register's collections. */
export const REG_DEFECTS: readonly Defect[] = [];
