import { events, frameAt, grantOf, showing } from '../../client/conversation.ts';
import { answerTo, greeted, greetingOf, isGranted, PROBE, staysOpen, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, blaming, inconclusive, pass, unseen, violated } from '../../runner/judgement.ts';
import { isHintedOnce, lapses, live } from './lease.ts';

const STEP_MS = 10_000;
const FIRST_MS = 10 * 60_000;
const SECOND_MS = 15 * 60_000;

/** The first credential is hinted at and renewed in its last minute; then the session outlives it, to be hinted at again. */
export const authRenewsTheLease = check({
  id: 'wss/auth-renews-the-lease',
  proves: ['WSS-08', 'WSS-06', 'WSS-07'],
  title: 'op auth with a fresh credential renews the lease, and sessionExpiring is sent once more for it',
  needs: ['trader', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control, note }) {
    const hand = { control, note };
    const first = await control.mint({ persona: 'trader', expiresIn: FIRST_MS });
    note('now', (await control.clock()).nowNs);
    const socket = await trader.openSocket('trading', { token: first, label: 'session' });
    await greeted(socket);
    await live(socket, hand, STEP_MS, FIRST_MS / STEP_MS - 1);
    const second = await control.mint({ persona: 'trader', expiresIn: SECOND_MS });
    await socket.ask({ op: 'auth', reqId: 'renewed', params: { token: second } });
    await live(socket, hand, STEP_MS, 2);
    await socket.ask({ ...PROBE, reqId: 'outlived' });
    await live(socket, hand, STEP_MS, SECOND_MS / STEP_MS - 3);
    await socket.ask({ ...PROBE, reqId: 'before' });
    note('now', (await control.advance(STEP_MS + 2_000)).nowNs);
    await Promise.race([socket.untilClosed(), socket.ask({ ...PROBE, reqId: 'after' })]);
    await socket.untilClosed(2_000);
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const first = grantOf(greetingOf(conversation));
    if (first === undefined) return inconclusive('the session was granted no time');
    const renewed = isGranted(conversation, 'renewed', (grant, answer) =>
      grant.expiresAtNs > first.expiresAtNs ? pass : violated('a later expiresAtNs', showing(conversation, answer)),
    );
    if (renewed.verdict !== 'pass') return blaming(renewed, 'WSS-08');
    // Renewed ten seconds before it lapses: a shorter lead time, which the interface leaves open, owes no hint by then.
    const wasHinted = events(conversation, 'sessionExpiring').some(
      (hint) => frameAt(hint, 'data', 'expiresAtNs') === String(first.expiresAtNs),
    );
    const second = grantOf(answerTo(conversation, 'renewed'));
    return allOf(
      wasHinted ? blaming(isHintedOnce(history, conversation, first.expiresAtNs), 'WSS-06') : unseen,
      blaming(staysOpen(conversation, 'outlived'), 'WSS-08'),
      // Of a member that has told of the first it is the renewal that told nothing.
      blaming(isHintedOnce(history, conversation, second?.expiresAtNs ?? 0n), wasHinted ? 'WSS-08' : 'WSS-06'),
      // Closed before it could outlive the first lease it was not renewed.
      blaming(
        lapses(conversation, { before: 'before', after: 'after' }),
        answerTo(conversation, 'outlived') === undefined ? 'WSS-08' : 'WSS-07',
      ),
    );
  },
});
