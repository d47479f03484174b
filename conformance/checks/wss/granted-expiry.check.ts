/** The expiresAtNs of a grant: "0" for a credential that never expires, and else no later than its end. */
import type { Conversation, Frame } from '../../member/exchange/conversation.ts';
import { events, grantOf, isOpened, showing } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { answerTo, greetingOf, openGreeted, PROBE, staysOpen, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, inconclusive, notExercised, pass, unseen, violated } from '../../runner/judgement.ts';
import { expiresAtNs, expiryNs } from '../../scenes/ticket-parts.ts';

const NO_TIME = inconclusive('the session was granted no time');

/** Just longer than any credential of the sandbox lives: each account's balances are restated all the while. */
const LONG = '25h';

/** WSS-16. A token without an expiry is the only credential of an endless session that a suite can obtain (A93). */
export const neverExpires = check({
  id: 'wss/never-expires',
  proves: ['WSS-16'],
  title: 'expiresAtNs "0" is a session that never expires, of a binding without an expiry alone',
  needs: ['trader', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control }) {
    const lasting = await control.mint({ persona: 'trader', claims: { exp: null } });
    const passing = await control.mint({ persona: 'trader' });
    const socket = await openGreeted(trader, { token: lasting, label: 'lasting' });
    await openGreeted(trader, { token: passing, label: 'passing' });
    if (!socket.opened) return;
    await control.advance(LONG);
    await socket.ask({ ...PROBE, reqId: 'muchLater' });
  },

  judge(history) {
    const [lasting, passing] = [history.conversation('lasting'), history.conversation('passing')];
    const unknown = unopened(passing);
    if (unknown !== undefined) return unknown;
    const finite = grantOf(greetingOf(passing));
    if (finite === undefined) return NO_TIME;
    if (finite.expiresAtNs === 0n) {
      return violated('an expiry of a session whose token has one', showing(passing, greetingOf(passing)));
    }
    if (!isOpened(lasting)) return notExercised('a token without an expiry opens no session');
    const greeting = greetingOf(lasting);
    if (greeting === undefined) return inconclusive('no sessionOpened came');
    const hint = events(lasting, 'sessionExpiring')[0];
    return allOf(
      grantOf(greeting)?.expiresAtNs === 0n ? pass : violated('expiresAtNs "0"', showing(lasting, greeting)),
      hint === undefined ? pass : violated('no sessionExpiring of what never expires', showing(lasting, hint)),
      staysOpen(lasting, 'muchLater'),
    );
  },
});

/** Never 0, and never later than the token's end (decision A92). */
function isBounded(conversation: Conversation, frame: Frame | undefined, endNs: bigint): Judgement {
  const granted = grantOf(frame)?.expiresAtNs;
  if (granted === undefined) return inconclusive('the session was granted no time in its proper shape');
  const shown = showing(conversation, frame);
  if (granted === 0n) return violated('an expiresAtNs other than "0" of a token that has an expiry', shown);
  return granted <= endNs ? pass : violated(`an expiresAtNs of at most ${endNs}, when the token expires`, shown);
}

const SECOND_NS = 1_000_000_000n;

/** A ticket opens a session for the time of its token, not for the ticket's own ten seconds (A92). */
function outlivesItsTicket(minted: Exchange, session: Conversation, endNs: bigint): Judgement {
  const greeting = greetingOf(session);
  const [ticketEnds, granted] = [expiresAtNs(minted), grantOf(greeting)?.expiresAtNs];
  if (ticketEnds === undefined || granted === undefined || granted === 0n) return unseen;
  if (endNs <= ticketEnds + SECOND_NS || granted > ticketEnds) return pass;
  return violated('a session that lasts longer than the ticket that opened it', minted, showing(session, greeting));
}

/** WSS-16 and TKT-08 without a control plane: the profile's own token states when it expires. */
export const leaseEndsWithItsToken = check({
  id: 'wss/lease-ends-with-its-token',
  proves: ['WSS-16', 'TKT-08'],
  title: 'a session of a token that has an expiry, or of a ticket minted with one, is granted an end, never "0"',
  needs: ['trader', 'trading-socket'],

  async drive({ trader, note }) {
    const token = await trader.token();
    const endNs = expiryNs(token);
    if (endNs === undefined) return;
    note('token ends', String(endNs));
    const socket = await openGreeted(trader, { token, label: 'bearer' });
    await socket.ask({ op: 'auth', reqId: 'renewed', params: { token } });
    const { ticket } = await trader.mintTicket({ token, label: 'minted' });
    if (ticket !== undefined) await openGreeted(trader, { ticket, label: 'ticket' });
  },

  judge(history) {
    const ends = history.noted('token ends');
    if (ends === undefined) return notExercised('the token of trader is no JWT that states exp');
    const endNs = BigInt(String(ends.value));
    const bearer = history.conversation('bearer');
    const ticket = history.maybeConversation('ticket');
    const unknown = unopened(bearer);
    if (unknown !== undefined) return unknown;
    const minted = history.maybe('minted');
    const isByTicket = minted !== undefined && ticket !== undefined && unopened(ticket) === undefined;
    const bounded = allOf(
      isBounded(bearer, greetingOf(bearer), endNs),
      isBounded(bearer, answerTo(bearer, 'renewed'), endNs),
      ticket === undefined ? unseen : (unopened(ticket) ?? isBounded(ticket, greetingOf(ticket), endNs)),
    );
    return allOf(
      blaming(bounded, 'WSS-16'),
      isByTicket
        ? blaming(outlivesItsTicket(minted, ticket, endNs), 'TKT-08')
        : blaming(notExercised('no ticket opened a session'), 'TKT-08'),
    );
  },
});
