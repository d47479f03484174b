import type { Exchange } from '../../client/exchange.ts';
import { isOk } from '../../client/exchange.ts';
import { secondsToWait, toldSeconds } from '../../client/retry-after.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, blaming, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isLimited, isRateLimited, LONGEST_WAIT_S } from './ticket-rate.ts';

/** Past any way to count sixty a minute (A87). */
const MOST_IN_A_MINUTE = 120;
const MINUTE_MS = 60_000;
const AT_ONCE = 10;
const MINUTE_S = 60;

/** It uses up a user's tickets: whoever else acts as that user is refused for a minute, so it needs `destructive`. */
export const limitIsReached = check({
  id: 'tkt/limit-is-reached',
  proves: ['TKT-06', 'ERR-10'],
  title: 'who asks for ticket after ticket is answered 429 RATE_LIMITED with Retry-After, and served again after it',
  needs: ['trader', 'tickets', 'destructive'],
  since: '0.14.0',
  busy: 'judged',

  async drive({ trader, elapse }) {
    let limited: readonly Exchange[] = [];
    for (let asked = 0; asked < 200 && limited.length === 0; asked += AT_ONCE) {
      const round = await Promise.all(Array.from({ length: AT_ONCE }, () => trader.mintTicket({ label: 'asked' })));
      limited = round.map(({ exchange }) => exchange).filter(isLimited);
    }
    if (limited.length === 0) return;
    // Of several members each may tell its own; one that tells more than any is judged without being waited for.
    const toldS = limited.map((refused) => secondsToWait(refused) ?? MINUTE_S);
    await elapse(Math.min(Math.max(...toldS), LONGEST_WAIT_S) * 1000);
    await trader.mintTicket({ label: 'after' });
  },

  judge(history) {
    const asked = history.labelled('asked');
    const limited = asked.filter(isLimited);
    const after = history.maybe('after');
    const last = asked.at(-1);
    if (after === undefined || limited.length === 0) {
      const slow = last !== undefined && last.answeredAtMs - (asked[0]?.sentAtMs ?? 0) > MINUTE_MS;
      const minted = asked.filter(isOk).length;
      if (slow || last === undefined || minted <= MOST_IN_A_MINUTE)
        return inconclusive('too few a minute were asked for');
      // Each of several members may count its own (A87).
      if (!history.target.singleMember) return inconclusive('as many members as there may be let all pass');
      return blaming(violated(`429 RATE_LIMITED before ${MOST_IN_A_MINUTE} tickets in a minute`, last), 'TKT-06');
    }
    const judged = allOf(
      eachOf(limited, isRateLimited),
      isLimited(after) ? expects(after, { status: 200, thoughBusy: true }, 'Retry-After has passed') : pass,
    );
    // Without Retry-After the same answer breaks both.
    return limited.some((e) => toldSeconds(e) === undefined) ? judged : blaming(judged, 'TKT-06');
  },
});
