/** Sixty tickets a minute for each user, and what the refusal past them says. */

import { type Exchange, errorCode, isOk, status } from '../../member/exchange/exchange.ts';
import { hasRetryAfter, isStatedWithin, secondsToWait, statedSeconds } from '../../member/exchange/retry-after.ts';
import { largest } from '../../member/extremes.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import {
  allOf,
  blaming,
  eachOf,
  evenIfBusy,
  inconclusive,
  type Judgement,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';

/** By status or by code: one without the other is a refusal by the limit that is in error. */
const isLimited = (e: Exchange) => status(e) === 429 || errorCode(e) === 'RATE_LIMITED';

/** The limit is of a minute, however it is counted; one second for rounding. */
const LONGEST_S = 61;
/** How long a check waits for a Retry-After to pass: a date is less exact than a number of seconds. */
const LONGEST_WAIT_S = LONGEST_S + 10;

/** 429 RATE_LIMITED, to be tried again within the minute. */
function isRateLimited(e: Exchange): Judgement {
  return allOf(
    expects(e, { status: 429, code: 'RATE_LIMITED', retryable: true, thoughBusy: true }),
    isStatedWithin(e, 1, LONGEST_S) ? pass : evenIfBusy(violated(`Retry-After of 1 to ${LONGEST_S} seconds`, e)),
  );
}

/** More than sixty a minute allows, however minutes are counted (A87). */
const MOST_IN_A_MINUTE = 120;
const MINUTE_MS = 60_000;
const AT_ONCE = 10;
const MINUTE_S = 60;

/** TKT-06, of any member. It uses up a user's tickets: others that act as that user are refused, so it is `destructive`. */
export const limitIsReached = check({
  id: 'tkt/limit-is-reached',
  proves: ['TKT-06', 'ERR-10'],
  title: 'who asks for ticket after ticket is answered 429 RATE_LIMITED with Retry-After, and served again after it',
  needs: ['trader', 'tickets', 'destructive'],
  // Any user has the limit, and no other check mints a ticket as this one.
  others: ['throttled'],
  mintsAs: 'throttled',
  since: '0.14.0',
  waits: { ms: MINUTE_MS, for: 'the minute of a limit to pass' },
  busy: 'judged',

  async drive({ trader, others: [user = trader], elapse }) {
    let limited: readonly Exchange[] = [];
    for (let asked = 0; asked < 200 && limited.length === 0; asked += AT_ONCE) {
      const round = await Promise.all(Array.from({ length: AT_ONCE }, () => user.mintTicket({ label: 'asked' })));
      limited = round.map(({ exchange }) => exchange).filter(isLimited);
    }
    if (limited.length === 0) return;
    // Each of several members may state its own time; one that states too long a time is judged without waiting for it.
    const statedS = limited.map((refused) => secondsToWait(refused) ?? MINUTE_S);
    await elapse(Math.min(largest(statedS), LONGEST_WAIT_S) * 1000);
    await user.mintTicket({ label: 'after' });
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
    return allOf(
      // Without Retry-After the same answer breaks both.
      limited.map((e) =>
        blaming(isRateLimited(e), 'TKT-06', ...(statedSeconds(e) === undefined ? (['ERR-10'] as const) : [])),
      ),
      limited.map((e) => blaming(hasRetryAfter(e) ? pass : unseen, 'ERR-10')),
      isLimited(after)
        ? blaming(expects(after, { status: 200, thoughBusy: true }, 'Retry-After has passed'), 'TKT-06')
        : unseen,
    );
  },
});

const LIMIT = 60;

/** TKT-06, exactly: the clock does not move meanwhile, so all requests are in one minute, however minutes are counted. */
export const sixtyAMinute = check({
  id: 'tkt/sixty-a-minute',
  proves: ['TKT-06'],
  title:
    'from rest sixty tickets are minted, refused requests not counted; then 429 with Retry-After, and after it another',
  needs: ['trader', 'viewer', 'tickets', 'control', 'virtual-clock'],
  busy: 'judged',

  async drive({ trader, viewer, elapse }) {
    await elapse(MINUTE_MS + 1);
    await trader.token();
    for (let i = 0; i < LIMIT / 2; i += 1) await trader.mintTicket({ body: { stream: 'none' }, label: 'refused' });
    for (let i = 0; i < LIMIT / 2; i += 1) await trader.mintTicket({ token: 'no token of anybody', label: 'refused' });
    await Promise.all(Array.from({ length: LIMIT }, () => trader.mintTicket({ label: 'within' })));
    const { exchange: past } = await trader.mintTicket({ label: 'past' });
    await viewer.mintTicket({ label: 'another user' });
    await elapse(Math.min(secondsToWait(past) ?? 60, LONGEST_WAIT_S) * 1000);
    await trader.mintTicket({ label: 'after' });
    await elapse(MINUTE_MS);
  },

  judge(history) {
    const refused = history.labelled('refused');
    const mistaken = refused.find((e) => status(e) !== 400 && status(e) !== 401);
    if (mistaken !== undefined && !isLimited(mistaken)) return inconclusive('a request that should be refused was not');
    const past = history.one('past');
    // Another member may count its own (A87): then nothing is past the limit yet.
    if (!isLimited(past) && !history.target.strict) return inconclusive('sixty-one in a minute were let pass (A87)');
    return allOf(
      eachOf([...refused.filter(isLimited), ...history.labelled('within')], (e) =>
        isLimited(e) ? evenIfBusy(violated('no 429 within the first sixty', e)) : pass,
      ),
      eachOf(history.labelled('within'), (e) => expects(e, { status: 200 })),
      isRateLimited(past),
      expects(history.one('another user'), { status: 200, thoughBusy: true }, 'each user has sixty'),
      expects(history.one('after'), { status: 200, thoughBusy: true }, 'Retry-After has passed'),
    );
  },
});
