import { check } from '../../runner/check.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import { dateNs, expiresAtNs, expiryNs, unminted } from './ticket-parts.ts';

const S = 1_000_000_000n;
const LIFE_NS = 10n * S;
/** Date is to the second, and stamped a little before or after the ticket. */
const ROUNDING_NS = 2n * S;

export const tenSeconds = check({
  id: 'tkt/ten-seconds',
  proves: ['TKT-04'],
  title: 'a ticket of a token that lives longer expires ten seconds from minting',
  needs: ['trader', 'tickets'],

  async drive({ trader, note }) {
    note('token expires', expiryNs(await trader.token()));
    await trader.mintTicket({ label: 'minted' });
  },

  judge(history) {
    const minted = history.one('minted');
    const unknown = unminted(minted);
    if (unknown !== undefined) return unknown;
    const [at, expires, token] = [dateNs(minted), expiresAtNs(minted), history.noted('token expires')?.value];
    if (at === undefined) return inconclusive('the answer names no Date');
    if (expires === undefined) return violated('expiresAtNs, a decimal string', minted);
    if (typeof token === 'bigint') {
      if (expires > token) return violated("an expiry no later than the token's own", minted);
      if (token < at + LIFE_NS + ROUNDING_NS) return inconclusive('the token itself expires within ten seconds');
    }
    const isTen = expires >= at + LIFE_NS - ROUNDING_NS && expires <= at + LIFE_NS + ROUNDING_NS;
    return isTen ? pass : violated('an expiry ten seconds after the Date of the answer', minted);
  },
});
