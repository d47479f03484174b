import type { Defect } from '../defect.ts';
import { SPOILT_REQUEST_ID } from './spoilt-request-id.ts';

/** Known-bad members of X-Request-Id. */
export const RID_DEFECTS: readonly Defect[] = SPOILT_REQUEST_ID;
