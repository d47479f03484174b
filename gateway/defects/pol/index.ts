import type { Defect } from '../defect.ts';
import { SPOILT_POLICIES } from './spoilt-policies.ts';

/** Known-bad members of policies: their lives, and what they bind. */
export const POL_DEFECTS: readonly Defect[] = SPOILT_POLICIES;
