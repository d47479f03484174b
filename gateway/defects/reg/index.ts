import type { Defect } from '../defect.ts';
import { SPOILT_REGISTER } from './spoilt-register.ts';

/** Known-bad members of the register's collections. */
export const REG_DEFECTS: readonly Defect[] = SPOILT_REGISTER;
