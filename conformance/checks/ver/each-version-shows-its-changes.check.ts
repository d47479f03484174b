import { textAt } from '../../client/exchange.ts';
import type { TargetFacts } from '../../client/target-facts.ts';
import { CHANGES } from '../../contract/changes.ts';
import type { RestVersion } from '../../contract/versions.ts';
import { REST_VERSIONS } from '../../contract/versions.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { AskName } from './asks.ts';
import { ASK_NEEDS, ASKS, LONG_ASKS, labelOf } from './asks.ts';
import { judgeSign } from './judge-sign.ts';
import { SIGNS } from './signs.ts';

/** That the target's own document names its version is for another check to say (SVC-01). */
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
 * Our own members are asked everything in every version; through whatever stands before them, each thing on both sides of
 * what changes it, and at both ends.
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
    // One stands, so that there is an order to be read.
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
