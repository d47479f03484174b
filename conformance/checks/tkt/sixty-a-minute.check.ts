import { status } from '../../client/exchange.ts';
import { secondsToWait } from '../../client/retry-after.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isLimited, isRateLimited, LONGEST_WAIT_S } from './ticket-rate.ts';

const MINUTE_MS = 60_000;
const LIMIT = 60;

/** The target's clock stands still meanwhile, so all of it falls into one minute, whichever way minutes are counted. */
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
        isLimited(e) ? { ...violated('no 429 within the first sixty', e), thoughBusy: true } : pass,
      ),
      eachOf(history.labelled('within'), (e) => expects(e, { status: 200 })),
      isRateLimited(past),
      expects(history.one('another user'), { status: 200, thoughBusy: true }, 'each user has sixty'),
      expects(history.one('after'), { status: 200, thoughBusy: true }, 'Retry-After has passed'),
    );
  },
});
