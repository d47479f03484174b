import type { Conversation, Frame } from '../../client/conversation.ts';
import { grantOf, showing } from '../../client/conversation.ts';
import type { Exchange } from '../../client/exchange.ts';
import { answerTo, greeted, greetingOf, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';
import { expiresAtNs, expiryNs } from '../../scenes/ticket-parts.ts';

const RENEWED = 'renewed';

/** Never 0, and never past the token (decision A92). */
function isBounded(conversation: Conversation, frame: Frame | undefined, endNs: bigint): Judgement {
  const granted = grantOf(frame)?.expiresAtNs;
  if (granted === undefined) return inconclusive('the session was granted no time in its proper shape');
  const shown = showing(conversation, frame);
  if (granted === 0n) return violated('an expiresAtNs other than "0" of a token that has an expiry', shown);
  return granted <= endNs ? pass : violated(`an expiresAtNs of at most ${endNs}, when the token expires`, shown);
}

const SECOND_NS = 1_000_000_000n;

/** A ticket opens a session of its token, not of its own ten seconds: the session outlives it where the token does (A92). */
function outlivesItsTicket(minted: Exchange, session: Conversation, endNs: bigint): Judgement {
  const [ticketEnds, granted] = [expiresAtNs(minted), grantOf(greetingOf(session))?.expiresAtNs];
  if (ticketEnds === undefined || granted === undefined || granted === 0n) return pass;
  if (endNs <= ticketEnds + SECOND_NS || granted > ticketEnds) return pass;
  return violated(
    'a session that lasts longer than the ticket that opened it',
    minted,
    showing(session, greetingOf(session)),
  );
}

/** What it needs no control plane for: the profile's own token says when it expires. */
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
    const socket = await trader.openSocket('trading', { token, label: 'bearer' });
    await greeted(socket);
    await socket.ask({ op: 'auth', reqId: RENEWED, params: { token } });
    const { ticket } = await trader.mintTicket({ token, label: 'minted' });
    if (ticket !== undefined) await greeted(await trader.openSocket('trading', { ticket, label: 'ticket' }));
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
    const isBorn = minted !== undefined && ticket !== undefined && unopened(ticket) === undefined;
    const bounded = allOf(
      isBounded(bearer, greetingOf(bearer), endNs),
      isBounded(bearer, answerTo(bearer, RENEWED), endNs),
      ticket === undefined ? pass : (unopened(ticket) ?? isBounded(ticket, greetingOf(ticket), endNs)),
    );
    return allOf(
      blaming(bounded, 'WSS-16'),
      isBorn
        ? blaming(outlivesItsTicket(minted, ticket, endNs), 'TKT-08')
        : blaming(notExercised('no ticket opened a session'), 'TKT-08'),
    );
  },
});
