/** Whether the answers of all versions show one change from its version on, and not before. */

import type { Exchange } from '../../client/exchange.ts';
import { CHANGES } from '../../contract/changes.ts';
import type { RestVersion } from '../../contract/versions.ts';
import { isAtLeast } from '../../contract/versions.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Sign } from './signs.ts';

export interface OfVersion {
  readonly version: RestVersion;
  readonly answer: Exchange;
}

/**
 * What no version shows at all is for the check of that clause to say; one that shows it in the wrong versions breaks this.
 * An answer that reads as neither is wrong where the others of its side read as they should.
 */
export function judgeSign(sign: Sign, answers: readonly OfVersion[]): Judgement {
  const { since, says, ...change } = { before: 'as before it', after: 'as it says', ...CHANGES[sign.change] };
  const words = (how: string) => (version: string) => `of contract ${version}: ${how} (${since}: ${says})`;
  const later = answers.filter(({ version }) => isAtLeast(version, since));
  const earlier = answers.filter((one) => !later.includes(one));
  if (later.length === 0) return inconclusive(`no member of ${since} or later was asked: ${says}`);
  const early = earlier.find(({ answer }) => sign.after(answer) && !sign.before(answer));
  if (early !== undefined) {
    return violated(words(change.before)(early.version), early.answer);
  }
  return allShow(later, sign.after, words(change.after)) ?? allShow(earlier, sign.before, words(change.before)) ?? pass;
}

function allShow(
  answers: readonly OfVersion[],
  shows: (e: Exchange) => boolean,
  words: (version: string) => string,
): Judgement | undefined {
  const odd = answers.filter(({ answer }) => !shows(answer));
  const [first] = odd;
  if (first === undefined) return undefined;
  if (odd.length === answers.length) return inconclusive(`no member shows it ${words(first.version)}`);
  return violated(words(first.version), first.answer);
}
