/** An instrument of other grids than the sandbox's own: every check of orders asks for what they hold. */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { judgedAgainst } from './judged-against.ts';

const MOST_RUNS = 2;
/** The venue charges nothing for an instrument that is listed through the control plane. */
const OF_CHARGES = 'exe/charge-is-a-positive-exact-fee';
const checks = (await loadChecks()).filter(({ id }) => /^(auth|exe|id|idem|mon|ord|pol|pos|page)\//.test(id));

test.each([
  { tick: '0.5', step: '0.001', price: '50.0', bid: '100.0', ask: '100.5' },
  { tick: '1', step: '1', price: '50', bid: '100', ask: '101' },
  { tick: '5', step: '0.3', price: '50', bid: '100', ask: '105' },
  { tick: '0.00000001', step: '10', price: '0.00005000', bid: '0.00010000', ask: '0.00010020' },
])('tick $tick, step $step', { timeout: 600_000 }, async ({ price, ...terms }) => {
  const { checks: rows } = await judgedAgainst(checks, {
    mostRuns: MOST_RUNS,
    async fixtures({ controlUrl }) {
      const symbol = 'GRID-USD';
      const body = JSON.stringify({ symbol, ...terms });
      const headers = { 'Content-Type': 'application/json' };
      const listed = await fetch(`${controlUrl}/instruments`, { method: 'POST', headers, body });
      const { instrumentId: id } = (await listed.json()) as { readonly instrumentId: number };
      return { instrument: { id, symbol, tick: terms.tick, step: terms.step, price } };
    },
  });
  const odd = rows.filter(({ id, verdict }) => verdict === 'inconclusive' || (verdict === 'fail' && id !== OF_CHARGES));
  expect(odd.map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`)).toEqual([]);
});
