import { isBusy } from '../../client/busy.ts';
import type { Exchange } from '../../client/exchange.ts';
import { CHANGES } from '../../contract/changes.ts';
import type { RestVersion } from '../../contract/versions.ts';
import { isAtLeast, NEWEST_REST } from '../../contract/versions.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { AskName } from './asks.ts';
import { ASK_NEEDS, ASKS, labelOf } from './asks.ts';
import { SIGNS } from './signs.ts';

/** Each of them beside the newest. */
const OLDER = ['0.13.0', '0.11.4', '0.5.1', '0.2.1'] as const satisfies readonly RestVersion[];
const ASK_NAMES = Object.keys(ASKS) as readonly (keyof typeof ASKS)[];

/** Every sign in the answer reads as of this version. */
function isOf(version: RestVersion, ask: AskName, answer: Exchange, strict: boolean): boolean {
  const signs = SIGNS.filter((sign) => sign.ask === ask && (strict || sign.ours !== true));
  return signs.every(({ change, after, before }) =>
    isAtLeast(version, CHANGES[change].since) ? after(answer) : before(answer),
  );
}

/** One ask of a pair. An answer of neither is wrong where both were seen to answer it as they should. */
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

/** Whether each of the two had a word: an answer that only it could give. */
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
    // One stands, so that there is an order to be read.
    await trader.submit(order());
    const beside = await control.addMember({ version: OLDER[0] });
    for (const version of OLDER) {
      await control.deploy({ version }, beside);
      for (const ask of ASK_NAMES) {
        await ASKS[ask](scene, labelOf(version, ask));
        await ASKS[ask](scene, labelOf(version, ask));
        // In turn, an ask of two requests would come to the same member each time.
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
