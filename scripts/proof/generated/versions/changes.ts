import { VERSIONS, type Version } from '../../../../gateway/contract/versions.ts';
import type { Change, Walk } from './change.ts';
import type { MemberOfVersion } from './every-version.ts';
import { ANSWER_CHANGES } from './of-answers.ts';
import { KEY_CHANGES } from './of-keys.ts';
import { MONEY_CHANGES } from './of-money.ts';
import { RESOURCE_CHANGES } from './of-resources.ts';

export const CHANGES: readonly Change[] = [...MONEY_CHANGES, ...RESOURCE_CHANGES, ...KEY_CHANGES, ...ANSWER_CHANGES];

function isAt(version: Version, since: Version): boolean {
  return VERSIONS.indexOf(version) >= VERSIONS.indexOf(since);
}

/** What a member shows of the changes, and what one of its version is to show; what its version lacks altogether is passed over. */
export async function shownBy(
  member: MemberOfVersion,
  walk: Walk,
  changes: readonly Change[] = CHANGES,
): Promise<{ readonly shown: object; readonly expected: object }> {
  const rows = changes.filter(({ from = '0.1.0' }) => isAt(member.version, from));
  const shown: [string, unknown][] = [];
  for (const { at, what, see } of rows) shown.push([`${at} ${what}`, await see(member, walk).catch(notSeen)]);
  const expected = rows.map(({ at, what, before, since }) => [
    `${at} ${what}`,
    isAt(member.version, at) ? since : before,
  ]);
  return { shown: Object.fromEntries(shown), expected: Object.fromEntries(expected) };
}

/** What is not there to be looked at is not what was expected, either. */
function notSeen(error: unknown): string {
  return `not seen: ${String(error)}`;
}
