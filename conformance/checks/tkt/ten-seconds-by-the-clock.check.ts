import { check } from '../../runner/check.ts';
import { pass, violated } from '../../runner/judgement.ts';
import { expiresAtNs, unminted } from './ticket-parts.ts';

const LIFE_NS = 10_000_000_000n;

/** Where the target's clock stands still: Date, which is to the second, tells eleven seconds not from ten. */
export const tenSecondsByTheClock = check({
  id: 'tkt/ten-seconds-by-the-clock',
  proves: ['TKT-04'],
  title: 'a ticket of a token that lives longer expires ten seconds from minting, to the nanosecond',
  needs: ['trader', 'tickets', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control, note }) {
    const token = await control.mint({ persona: 'trader', expiresIn: '1h' });
    note('now', (await control.clock()).nowNs);
    await trader.mintTicket({ token, label: 'minted' });
  },

  judge(history) {
    const minted = history.one('minted');
    const unknown = unminted(minted);
    if (unknown !== undefined) return unknown;
    const expires = (history.noted('now')?.value as bigint) + LIFE_NS;
    return expiresAtNs(minted) === expires ? pass : violated(`expiresAtNs "${expires}"`, minted);
  },
});
