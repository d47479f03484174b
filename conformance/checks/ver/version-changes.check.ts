/**
 * Members of several contract versions: each shows exactly the changes up to its version, alone and beside another.
 */

import { CHANGES } from '../../contract/changes.ts';
import { isAtLeast, NEWEST_REST, REST_VERSIONS, type RestVersion } from '../../contract/versions.ts';
import { isBusy } from '../../member/exchange/busy.ts';
import { type Exchange, textAt } from '../../member/exchange/exchange.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { ASK_NEEDS, ASKS, type AskName, LONG_ASKS, labelOf } from './asks.ts';
import { SIGNS, type Sign } from './signs.ts';

interface OfVersion {
  readonly version: RestVersion;
  readonly answer: Exchange;
}

/**
 * Whether the answers of all versions show one change from its version on, and not before. Inconclusive where no version shows
 * it: that is for the clause's own check. An answer of neither form is a violation where others on its side have the right form.
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

/** Each version's document names that version. The newest one's is another check's (SVC-01). */
function namesItself(history: History): Judgement {
  const asked = REST_VERSIONS.filter((version) => isAsked('document', version, history.target));
  const documents = asked.map((version) => [version, history.maybe(labelOf(version, 'document'))] as const);
  const isNamed = ([version, document]: (typeof documents)[number]) =>
    document !== undefined && textAt(document, 'info', 'version') === version;
  const newest = documents.at(-1);
  if (newest === undefined || !isNamed(newest)) return inconclusive('a member of the newest version does not say so');
  return eachOf(documents, (one) => {
    const [version, document] = one;
    if (document === undefined) return inconclusive(`no member was deployed with ${version}`);
    return isNamed(one) ? pass : violated(`info.version ${version} of a member deployed so`, document);
  });
}

/**
 * The sandbox's own members are sent every request in every version. Other targets are sent each request only on both sides of
 * its changes and at both ends.
 */
function isAsked(ask: AskName, version: RestVersion, { strict }: Pick<TargetFacts, 'strict'>): boolean {
  if (strict) return true;
  const at = (of: RestVersion) => REST_VERSIONS.indexOf(of);
  const turns = SIGNS.filter((sign) => sign.ask === ask && sign.ours !== true).map(({ change }) =>
    at(CHANGES[change].since),
  );
  const ends = turns.length === 0 ? [] : [0, REST_VERSIONS.length - 1];
  return [...ends, ...turns, ...turns.map((turn) => turn - 1)].includes(at(version));
}

export const eachVersionShowsItsChanges = check({
  id: 'ver/each-version-shows-its-changes',
  proves: ['VER-04'],
  title: 'each of the 27 contract versions runs as a member and shows exactly the changes listed up to it',
  needs: [...ASK_NEEDS, 'control', 'virtual-clock', 'destructive'],

  async drive(scene) {
    const asks = Object.entries({ ...ASKS, ...LONG_ASKS });
    // So that there is an order to read.
    await scene.trader.submit(scene.order());
    for (const version of REST_VERSIONS) {
      await scene.control.deploy({ version });
      for (const [name, ask] of asks) {
        if (isAsked(name as AskName, version, scene.target)) await ask(scene, labelOf(version, name as AskName));
      }
    }
  },

  judge(history) {
    const asked = SIGNS.filter(({ ours }) => ours !== true || history.target.strict);
    return allOf(
      namesItself(history),
      eachOf(asked, (sign) =>
        judgeSign(
          sign,
          REST_VERSIONS.flatMap((version) => {
            const answer = history.maybe(labelOf(version, sign.ask));
            return answer === undefined ? [] : [{ version, answer }];
          }),
        ),
      ),
    );
  },
});

/** Versions deployed beside the newest. */
const OLDER = ['0.13.0', '0.11.4', '0.5.1', '0.2.1'] as const satisfies readonly RestVersion[];
const ASK_NAMES = Object.keys(ASKS) as readonly (keyof typeof ASKS)[];

/** Whether every sign in the answer is of this version. */
function isOf(version: RestVersion, ask: AskName, answer: Exchange, strict: boolean): boolean {
  const signs = SIGNS.filter((sign) => sign.ask === ask && (strict || sign.ours !== true));
  return signs.every(({ change, after, before }) =>
    isAtLeast(version, CHANGES[change].since) ? after(answer) : before(answer),
  );
}

/** One request to a pair. An answer of neither version is wrong where both versions were seen to answer correctly. */
function judgeAsk(history: History, older: RestVersion, ask: keyof typeof ASKS): Judgement {
  const { strict } = history.target;
  const answers = history.labelled(labelOf(older, ask)).filter((e) => !isBusy(e));
  const of = (version: RestVersion) => answers.filter((e) => isOf(version, ask, e, strict));
  const [asOlder, asNewest] = [of(older), of(NEWEST_REST)];
  const odd = answers.find((e) => !asOlder.includes(e) && !asNewest.includes(e));
  if (odd === undefined) return pass;
  const words = `an answer whole of contract ${older} or whole of ${NEWEST_REST}, whichever member gave it`;
  return asOlder.length === 0 || asNewest.length === 0
    ? inconclusive(`no member answers '${ask}' as of ${asOlder.length === 0 ? older : NEWEST_REST} at all`)
    : violated(words, odd);
}

/** Whether each of the two gave an answer that only its version gives. */
function judgePair(history: History, older: RestVersion): Judgement {
  const { strict } = history.target;
  const all = ASK_NAMES.flatMap((ask) => history.labelled(labelOf(older, ask)).map((e) => [ask, e] as const));
  const only = (one: RestVersion, other: RestVersion) =>
    all.some(([ask, e]) => isOf(one, ask, e, strict) && !isOf(other, ask, e, strict));
  if (only(older, NEWEST_REST) && only(NEWEST_REST, older)) return pass;
  return inconclusive(`of ${older} and ${NEWEST_REST} behind one address, one never answered`);
}

export const eachMemberKeepsItsVersion = check({
  id: 'ver/each-member-keeps-its-version',
  proves: ['VER-01'],
  title: "two members of different versions behind one address each keep their own version's rules on every answer",
  needs: [...ASK_NEEDS, 'control', 'destructive'],
  since: NEWEST_REST,

  async drive(scene) {
    const { trader, control, order } = scene;
    // So that there is an order to read.
    await trader.submit(order());
    const beside = await control.addMember({ version: OLDER[0] });
    for (const version of OLDER) {
      await control.deploy({ version }, beside);
      for (const ask of ASK_NAMES) {
        await ASKS[ask](scene, labelOf(version, ask));
        await ASKS[ask](scene, labelOf(version, ask));
        // With members in turn, a request pair would reach the same member each time.
        await trader.get('/me');
        await ASKS[ask](scene, labelOf(version, ask));
      }
    }
  },

  judge: (history) =>
    eachOf(OLDER, (older) => {
      const broken = eachOf(ASK_NAMES, (ask) => judgeAsk(history, older, ask));
      return broken.verdict === 'pass' ? judgePair(history, older) : broken;
    }),
});
