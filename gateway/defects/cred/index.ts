import type { Defect } from '../defect.ts';
import { LAX_MATERIAL } from './lax-material.ts';
import { SPOILT_CREDENTIALS } from './spoilt-credentials.ts';
import { SPOILT_INTAKE } from './spoilt-intake.ts';

/** Known-bad members of credentials: the material that they take, their lives, and the intake. */
export const CRED_DEFECTS: readonly Defect[] = [...LAX_MATERIAL, ...SPOILT_CREDENTIALS, ...SPOILT_INTAKE];
