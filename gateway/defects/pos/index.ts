import type { Defect } from '../defect.ts';
import { SPOILT_HEADERS } from './spoilt-headers.ts';
import { STALE_READS } from './stale-reads.ts';

/** Known-bad members of positions and their times. */
export const POS_DEFECTS: readonly Defect[] = [...SPOILT_HEADERS, ...STALE_READS];
