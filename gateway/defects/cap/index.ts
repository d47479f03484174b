import type { Defect } from '../defect.ts';
import { LAX_GRANTS } from './lax-grants.ts';

/** Known-bad members of capabilities: scopes, presets and grants. */
export const CAP_DEFECTS: readonly Defect[] = LAX_GRANTS;
