import { check } from '../../runner/check.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import { expiresAtNs, expiryNs, unminted } from '../../scenes/ticket-parts.ts';

export const tokenExpiryBoundsTheTicket = check({
  id: 'tkt/token-expiry-bounds-the-ticket',
  proves: ['TKT-04'],
  title: "a ticket of a token that expires sooner than ten seconds expires at the token's own expiry",
  needs: ['trader', 'tickets', 'mint'],

  async drive({ trader, control, note }) {
    const token = await control.mint({ persona: 'trader', expiresIn: '5s' });
    note('token expires', expiryNs(token));
    await trader.mintTicket({ token, label: 'minted' });
  },

  judge(history) {
    const minted = history.one('minted');
    const unknown = unminted(minted);
    if (unknown !== undefined) return unknown;
    const token = history.noted('token expires')?.value;
    if (typeof token !== 'bigint') return inconclusive('the minted token names no expiry');
    return expiresAtNs(minted) === token ? pass : violated("the token's own expiry, which comes first", minted);
  },
});
