import type { Defect } from '../defect.ts';
import { LAX_ADMISSION } from './lax-admission.ts';
import { LAX_TOKENS } from './lax-tokens.ts';
import { SPOILT_IDENTITY } from './spoilt-identity.ts';
import { STALE_GRANTS } from './stale-grants.ts';
import { TELLS_OF_OTHERS } from './tells-of-others.ts';

/** Known-bad members of authentication and admission: who they let in, and what they tell them. */
export const AUTH_DEFECTS: readonly Defect[] = [
  ...LAX_TOKENS,
  ...LAX_ADMISSION,
  ...SPOILT_IDENTITY,
  ...STALE_GRANTS,
  ...TELLS_OF_OTHERS,
];
