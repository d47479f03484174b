import { Refusal } from '../contract/refusals.ts';
import { jsonAnswer } from '../http/answers.ts';
import { lastStage, stage } from '../stage.ts';
import { unauthenticated } from './authenticate.ts';

/** A ticket never outlives its token, so a token that never expires mints none (TKT-05). */
export const requireExpiry = stage({
  name: 'require-expiry',
  refuses: ['UNAUTHENTICATED'],
  needs: ['token'],
  gives: ['mintable'],
  run({ token }) {
    const { expiresAtS } = token;
    if (expiresAtS === null) {
      throw unauthenticated('a token without an expiry mints no ticket: send it on the handshake itself');
    }
    return { mintable: { ...token, expiresAtS } };
  },
});

/** Each call mints a new ticket: a sent key is ignored, and contradicts nothing in the body (TKT-02). */
export const passKeyBy = stage({
  name: 'pass-key-by',
  refuses: [],
  needs: [],
  gives: ['key', 'ifMatch'],
  run: () => ({ key: '', ifMatch: null }),
});

/** The last stage of the ticket route: an earlier refusal costs no allowance (TKT-06). */
export const mintTicket = lastStage({
  name: 'mint-ticket',
  refuses: ['RATE_LIMITED'],
  needs: ['services', 'caller', 'mintable', 'body'],
  gives: [],
  run({ services, caller, mintable }) {
    const waitS = services.ticketAllowance.take(caller.user);
    if (waitS > 0) {
      throw new Refusal(
        'RATE_LIMITED',
        `more than ${services.limits.ticketsPerMinute} tickets of one user in a minute: none was minted, come back after Retry-After`,
        { headers: { 'Retry-After': String(waitS) } },
      );
    }
    const { ticket, expiresAtNs } = services.tickets.mint(mintable);
    const body = { ticket, expiresAtNs: String(expiresAtNs), stream: 'trading' };
    return jsonAnswer(200, JSON.stringify(body), { 'Cache-Control': 'no-store' });
  },
});
