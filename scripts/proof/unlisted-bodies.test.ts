/**
 * Members whose bodies are other than the suite assumes: no check judges what was never sent, nor a refusal for a property
 * that only the profile can state. `npm run soak variations` has every check, and leaves out one property at a time, too.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { alarms, judgedAgainst } from './judged-against.ts';

const MOST_RUNS = 2;
const checks = await loadChecks();

/** Those whose requests have a body that members may publish otherwise. */
const ofBodies = checks.filter(({ id }) => /^(auth|cap|cred|history|id|match|mon|pol|reg|surface)\//.test(id));
const ofOrders = checks.filter(({ id }) => /^(err|idem|mon|ord)\//.test(id));

test.each([
  ['unnamed-members-ignored', ['CRED-01', 'MON-18', 'MON-19', 'POL-01']],
  ['unnamed-members-refused', ['CRED-01', 'MON-18', 'MON-19', 'POL-01']],
] as const)('%s', { timeout: 600_000 }, async (name, shown) => {
  const { checks: rows, requirements } = await judgedAgainst(ofBodies, { permissive: [name], mostRuns: MOST_RUNS });
  expect(alarms(rows)).toEqual([]);
  expect(rows.filter(({ verdict }) => verdict === 'inconclusive').map(({ id, reason }) => `${id}: ${reason}`)).toEqual(
    [],
  );
  const passed = requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  expect(shown.filter((id) => !passed.includes(id))).toEqual([]);
  const contradicted = rows.find(({ id }) => id === 'match/contradicting-body');
  expect(contradicted).toMatchObject({ verdict: 'not-exercised', reason: expect.stringContaining('bodies: {') });
});

test.each(['unpublished-order-member-422', 'unpublished-order-member-400'])(
  '%s',
  { timeout: 600_000 },
  async (name) => {
    const { checks: rows } = await judgedAgainst(ofOrders, { permissive: [name], mostRuns: MOST_RUNS });
    expect(alarms(rows)).toEqual([]);
    const named = rows.filter(({ reason }) => reason?.includes('bodies: { "POST /orders"')).map(({ id }) => id);
    expect(named).toContain('ord/no-reference-price');
    expect(named).toContain('ord/off-grid-quote-is-no-reference');
  },
);
