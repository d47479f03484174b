/** What readers of a report need and a record does not contain: the suite knows it, and the gateway's known-bad members. */

import { REQUIREMENTS } from '../../../conformance/contract/requirements.ts';
import { TOLERANCES } from '../../../conformance/contract/tolerances.ts';
import { profileKeys } from '../../../conformance/member/profile/profile-keys.ts';
import { DECISIONS_OF_CHECKS } from '../../../conformance/runner/record/decisions-of-checks.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import type { ReportSources } from '../../../reports/index.ts';

/** The statement of each requirement, so that readers of a report need not look it up. */
export const STATEMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  REQUIREMENTS.map(({ id, statement }) => [id, statement]),
);

export function reportSources(): ReportSources {
  return {
    statements: STATEMENTS,
    knownBad: DEFECTS.map(({ name, story, breaks }) => ({ name, story, breaks })),
    decisions: Object.fromEntries(
      Object.entries(DECISIONS_OF_CHECKS).map(([check, ids]) => [
        check,
        TOLERANCES.filter(({ id }) => ids.includes(id)),
      ]),
    ),
    profileKeys: Object.fromEntries(profileKeys().map(({ path, description }) => [path, description])),
  };
}
