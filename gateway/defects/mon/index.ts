import type { Defect } from '../defect.ts';
import { LAX_MONEY } from './lax-money.ts';
import { POLICY_MONEY } from './policy-money.ts';
import { SERVED_MONEY } from './served-money.ts';

/** Known-bad members of the Money table: what they take, and what they serve. */
export const MON_DEFECTS: readonly Defect[] = [...LAX_MONEY, ...SERVED_MONEY, ...POLICY_MONEY];
