import type { Defect } from '../defect.ts';

/** Known-bad members of capabilities: scopes, presets and grants. */
export const CAP_DEFECTS: readonly Defect[] = [];
