/** The rules by which clients are judged, in the order of their ids: the table that the README and `--rules` print. */
import type { ClientRule } from './rule.ts';
import { ACCEPTED_RULES } from './rules/accepted.ts';
import { CARE_RULES } from './rules/care.ts';
import { CREDENTIAL_RULES } from './rules/credentials.ts';
import { KEY_RULES } from './rules/keys.ts';
import { READING_RULES } from './rules/reading.ts';
import { REFUSAL_RULES } from './rules/refusals.ts';
import { SESSION_RULES } from './rules/sessions.ts';

export const CLIENT_RULES: readonly ClientRule[] = [
  ...KEY_RULES,
  ...ACCEPTED_RULES,
  ...REFUSAL_RULES,
  ...READING_RULES,
  ...CREDENTIAL_RULES,
  ...SESSION_RULES,
  ...CARE_RULES,
];
