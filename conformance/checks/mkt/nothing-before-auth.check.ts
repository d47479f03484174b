import type { Conversation, Frame } from '../../client/conversation.ts';
import { events, frameAt, received, sent, showing } from '../../client/conversation.ts';
import { PROBE, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { AUTH, authenticate, isAcknowledged } from './acknowledgement.ts';

/** What is asked too early; of what is no answer to it nothing is known. */
const EARLY: readonly unknown[] = ['subscribe', 'probe', 'later'];

/** The instrument of the topic that was asked for too early. */
function marketIn(conversation: Conversation): string {
  const topic = sent(conversation).map((frame) => frameAt(frame, 'params', 'topics', 0));
  return String(topic.find((one) => typeof one === 'string')).replace('quotes:', '');
}

/** A refusal, in whatever frame (A100), may name what it refuses. */
const REFUSING = /"(?:code|error)"\s*:/;

/** Whatever names the instrument and refuses nothing. */
function isOfMarket(frame: Frame, market: string): boolean {
  const text = frame.text ?? '';
  return text.includes(market) && !REFUSING.test(text) && frameAt(frame, 'success') !== false;
}

/** How a member turns away what comes too early is its own: by a refusal, in silence or by closing (A100). */
function servesNothing(conversation: Conversation, strict: boolean): Judgement {
  const isEarly = (reqId: unknown) => (strict ? reqId !== AUTH : EARLY.includes(reqId));
  const early = received(conversation).filter((frame) => isEarly(frameAt(frame, 'reqId')));
  const served = early.find((frame) => frameAt(frame, 'success') === true);
  if (served !== undefined) return violated('nothing served before op auth', showing(conversation, served));
  const told = strict ? events(conversation)[0] : undefined;
  if (told !== undefined) return violated('no event before op auth', showing(conversation, told));
  const quoted = received(conversation).find((frame) => isOfMarket(frame, marketIn(conversation)));
  return quoted === undefined ? pass : violated('no market data before op auth', showing(conversation, quoted));
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
    await authenticate(early, 'no token of anybody');
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
