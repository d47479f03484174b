import type { Defect } from '../defect.ts';
import { SPOILT_BALANCES } from './spoilt-balances.ts';

/** Known-bad members of account balances. */
export const BAL_DEFECTS: readonly Defect[] = SPOILT_BALANCES;
