import type { Defect } from '../defect.ts';
import { SPOILT_PRECONDITIONS } from './spoilt-preconditions.ts';
import { SPOILT_VALIDATORS } from './spoilt-validators.ts';

/** Known-bad members of ETag and If-Match. */
export const MATCH_DEFECTS: readonly Defect[] = [...SPOILT_VALIDATORS, ...SPOILT_PRECONDITIONS];
