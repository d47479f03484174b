import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Conversation } from '../../target/conversation.ts';
import { events, frameAt, received, showing } from '../../target/conversation.ts';
import { PROBE, unopened } from '../wss/frame-rules.ts';
import { AUTH, authenticate, isAcknowledged } from './acknowledgement.ts';

/** What is asked too early; of what is no answer to it nothing is known. */
const EARLY: readonly unknown[] = ['subscribe', 'probe', 'later'];

/** How a member turns away what comes too early is its own: by a refusal, in silence or by closing (A100). */
function servesNothing(conversation: Conversation, strict: boolean): Judgement {
  const isEarly = (reqId: unknown) => (strict ? reqId !== AUTH : EARLY.includes(reqId));
  const early = received(conversation).filter((frame) => isEarly(frameAt(frame, 'reqId')));
  const served = early.find((frame) => frameAt(frame, 'success') === true);
  if (served !== undefined) return violated('nothing served before op auth', showing(conversation, served));
  const told = strict ? events(conversation)[0] : undefined;
  return told === undefined ? pass : violated('no event before op auth', showing(conversation, told));
}

export const nothingBeforeAuth = check({
  id: 'mkt/nothing-before-auth',
  proves: ['MKT-04'],
  title: 'nothing but auth is served on the market data socket before the acknowledgement',
  needs: ['trader', 'instrument', 'market-data-socket'],

  async drive({ trader, anonymous, fixtures, elapse }) {
    const early = await anonymous.openSocket('marketData', { label: 'early' });
    const topics = [`quotes:${fixtures.instrument.symbol}`];
    await early.send({ op: 'subscribe', reqId: 'subscribe', params: { topics } });
    await early.send({ ...PROBE, reqId: 'probe' });
    await early.send({ op: 'auth', reqId: AUTH, params: { token: 'no token of anybody' } });
    await Promise.race([early.next((frame) => frameAt(frame, 'reqId') === AUTH), early.untilClosed()]);
    // Were it subscribed after all, a quote would come with the second.
    await elapse(1_100);
    await early.send({ ...PROBE, reqId: 'later' });
    await Promise.race([early.next((frame) => frameAt(frame, 'reqId') === 'later', 2_000), early.untilClosed(2_000)]);
    await authenticate(await anonymous.openSocket('marketData', { label: 'authenticated' }), await trader.token());
  },

  judge(history) {
    const [early, authenticated] = [history.conversation('early'), history.conversation('authenticated')];
    const { strict } = history.target;
    const isTaken = isAcknowledged(authenticated, strict).verdict === 'pass';
    return (
      unopened(early, authenticated) ??
      allOf(servesNothing(early, strict), isTaken ? pass : inconclusive('op auth is not taken either'))
    );
  },
});
