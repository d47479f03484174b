import type { Defect } from '../defect.ts';
import { FULL } from './full.ts';
import { SPOILT_REFUSALS } from './spoilt-refusals.ts';
import { SPOILT_STAGES } from './spoilt-stages.ts';
import { SPOILT_SURFACES } from './spoilt-surfaces.ts';

/** Known-bad members of refusals: their envelope, and when each is due. */
export const ERR_DEFECTS: readonly Defect[] = [...SPOILT_REFUSALS, ...SPOILT_STAGES, ...SPOILT_SURFACES, ...FULL];
