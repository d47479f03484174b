/** The handshake of the trading socket: which credentials open a session, and that none or two open none. */
import type { Conversation } from '../../member/exchange/conversation.ts';
import { frameAt, isOpened, showing } from '../../member/exchange/conversation.ts';
import { busyAnswer, ofAnswer, opens } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { FORGERIES, forgedTokens, unverifiable } from '../../scenes/forged-tokens.ts';
import { unminted } from '../../scenes/ticket-parts.ts';

/** None of these makes a session; the valid credential does, or nothing can be said of the others. */
function allRefused(handshakes: readonly Conversation[], valid: Conversation): Judgement {
  return allOf(
    eachOf(handshakes, (c) =>
      isOpened(c) ? violated(`a refused handshake (${c.label})`, showing(c, c.frames[0])) : pass,
    ),
    isOpened(valid) ? pass : inconclusive('a valid token opens no session either'),
  );
}

/** WSS-02: the plain case. */
export const bearerOpens = check({
  id: 'wss/bearer-opens',
  proves: ['WSS-02'],
  title: 'a handshake with a bearer header opens',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    await trader.openSocket('trading', { label: 'bearer' });
  },

  judge: (history) => opens(history.conversation('bearer')),
});

/** An empty ticket, and a parameter that the interface does not name. */
const EMPTY_QUERIES = ['ticket=', 'token=abc'];
const NO_CREDENTIAL = 'no credential';
const EMPTY_HEADER = 'a bearer header without a token';

/** WSS-01, with what any client can send. */
export const noCredential = check({
  id: 'wss/no-credential',
  proves: ['WSS-01'],
  title: 'a handshake without a credential, or with a token that does not verify, is refused and no session is made',
  needs: ['trader', 'trading-socket'],
  cases: {
    of: 'handshakes',
    names: () => [NO_CREDENTIAL, ...EMPTY_QUERIES, EMPTY_HEADER, ...FORGERIES],
  },

  async drive({ trader, anonymous, takes }) {
    if (takes(NO_CREDENTIAL)) await anonymous.openSocket('trading', { label: 'refused' });
    for (const query of EMPTY_QUERIES.filter(takes)) await anonymous.openSocket('trading', { query, label: 'refused' });
    if (takes(EMPTY_HEADER)) await trader.openSocket('trading', { authorization: 'Bearer', label: 'refused' });
    for (const [what, token] of Object.entries(forgedTokens(await trader.token()))) {
      if (takes(what)) await trader.openSocket('trading', { token, label: 'refused' });
    }
    await trader.openSocket('trading', { label: 'with a credential' });
  },

  judge: (history) => allRefused(history.conversationsLabelled('refused'), history.conversation('with a credential')),
});

const VALID = 'nothing wrong';

/** WSS-01, with tokens that the issuer signed: no user is known by one of them. */
export const unverifiableBearer = check({
  id: 'wss/unverifiable-bearer',
  proves: ['WSS-01'],
  title:
    'a handshake with a token of the issuer with one thing wrong (exp, nbf, iss, aud, key, algorithm) makes no session',
  needs: ['trader', 'trading-socket', 'mint'],

  async drive({ trader, control }) {
    const { nowNs } = await control.clock();
    for (const [label, wrong] of Object.entries({ ...unverifiable(nowNs), [VALID]: {} })) {
      const token = await control.mint({ persona: 'trader', ...wrong });
      const socket = await trader.openSocket('trading', { token, label });
      await socket.close();
    }
  },

  judge(history) {
    const wrong = history.conversations.filter(({ label }) => label !== VALID);
    return allRefused(wrong, history.conversation(VALID));
  },
});

const TICKET_LIFE_MS = 10_000;

function cameInTime(history: History, byTicket: Conversation): boolean {
  const minted = history.labelled('minted')[0];
  return minted !== undefined && byTicket.answeredAtMs - minted.sentAtMs < TICKET_LIFE_MS;
}

/** WSS-02: a ticket instead of the header, and never both. */
export const oneCredential = check({
  id: 'wss/one-credential',
  proves: ['WSS-02'],
  title: 'a handshake with a ticket opens, and one with a bearer header and a ticket is refused',
  needs: ['trader', 'tickets', 'trading-socket'],
  since: '0.14.0',

  async drive({ trader }) {
    await trader.openSocket('trading', { label: 'bearer' });
    const { ticket: first } = await trader.mintTicket({ label: 'minted' });
    if (first !== undefined) await trader.openSocket('trading', { ticket: first, label: 'ticket' });
    const { ticket: second } = await trader.mintTicket({ label: 'minted' });
    const token = await trader.token();
    if (second !== undefined) await trader.openSocket('trading', { ticket: second, token, label: 'both' });
    await trader.openSocket('trading', { ticket: 'touchstone-made-up-ticket', token, label: 'both, one made up' });
  },

  judge(history) {
    const unknown = unminted(history.labelled('minted'));
    if (unknown !== undefined) return unknown;
    const both = [history.maybeConversation('both, one made up'), history.conversation('both')];
    const byTicket = history.conversation('ticket');
    return allOf(
      both.map((c) =>
        c !== undefined && isOpened(c) ? violated('a refused handshake: one credential, never both', c) : pass,
      ),
      opens(history.conversation('bearer'), 'with a bearer header'),
      // A ticket may be valid only at the member that minted it (A89), and over a slow line it may have expired.
      isOpened(byTicket) || (history.target.singleMember && cameInTime(history, byTicket))
        ? opens(byTicket, 'with a ticket')
        : inconclusive('the ticket may be of another member, or have expired'),
    );
  },
});

/** WSS-20: what the handshake was before it needed a credential. */
export const olderSessionsAuthenticateByOp = check({
  id: 'wss/older-sessions-authenticate-by-op',
  proves: ['WSS-20'],
  title: 'before socket contract 1.4.0 a handshake without a credential is let in and authenticates by op auth',
  needs: ['trader', 'trading-socket'],
  socketContract: { until: '1.4.0' },
  deploys: [{ rest: '0.13.0', socket: '1.1.0' }],

  async drive({ trader }) {
    const socket = await trader.openSocket('trading', { token: null, label: 'session' });
    // Another check may move the clock meanwhile, past the end of a token that was fetched before.
    const { token } = await trader.freshToken('usual');
    await socket.ask({ op: 'auth', reqId: 'authenticated', params: { token } });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const opened = opens(conversation);
    if (opened.verdict !== 'pass') return opened;
    return ofAnswer(conversation, 'authenticated', (answer) =>
      frameAt(answer, 'success') === true
        ? pass
        : (busyAnswer(answer) ?? violated('op auth answered success true', showing(conversation, answer))),
    );
  },
});
