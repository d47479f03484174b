/**
 * Conforming members with bodies, a register or instruments that the suite does not expect: no check judges what was never
 * sent, nor a refusal for a property that only the profile can state. The runs with a budget take some cases of each check.
 * `npm run soak variations` runs every check with all cases, and also leaves out one property at a time.
 */
import { describe, expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { Layer } from '../../gateway/variations/layer.ts';
import { jsonOf, refusal, withBody, withJson } from '../../gateway/variations/layer.ts';
import { type Against, alarms, judgedAgainst, oneOff, overBudget } from './judged-against.ts';
import { BUSY, isWriting } from './variations/busy-member.ts';

const checks = await loadChecks();
const of = (areas: string) => checks.filter(({ id }) => new RegExp(`^(${areas})/`).test(id));
const MOST_RUNS = 1;
const idsOf = (rows: readonly { readonly id: string; readonly verdict: string }[], verdict: string) =>
  rows.filter((row) => row.verdict === verdict).map(({ id }) => id);

/** This gateway member requires `validity` in place of `side`, and refuses unknown properties. */
const closed: Layer = async (request, next) => {
  if (request.method === 'GET' && request.path === '/openapi.json') {
    const response = await next(request);
    const document = structuredClone(jsonOf(response)) as unknown as {
      components: { schemas: { SubmitOrderBody: { properties: Record<string, unknown>; required?: string[] } } };
    };
    const body = document.components.schemas.SubmitOrderBody;
    const { side: _, ...properties } = body.properties;
    body.properties = { ...properties, validity: { type: 'string', enum: ['DAY', 'IOC'], example: 'DAY' } };
    body.required = ['validity'];
    return withJson(response, document);
  }
  const order = request.method === 'POST' && request.path === '/orders' ? jsonOf(request) : undefined;
  if (order === undefined) return next(request);
  const { validity, ...rest } = order;
  if (validity !== 'DAY' || 'side' in rest) return refusal(request, 400, 'MALFORMED_REQUEST');
  return next(withBody(request, rest));
};

/** They send as much as all others. The test of a busy member runs them. */
const FULL = ['err/in-flight-full', 'err/inbox-full'];

const bodies = of('auth|cap|cred|history|id|match|mon|pol|reg|surface');
const orders = of('err|idem|mon|ord').filter(({ id }) => !FULL.includes(id));
const writing = checks.filter(isWriting);

describe('no false alarm', { timeout: 600_000 }, () => {
  async function judged(by: typeof checks, permissive: NonNullable<Against['permissive']>, more: Against = {}) {
    const record = await judgedAgainst(by, { permissive, mostRuns: MOST_RUNS, ...more });
    expect(alarms(record.checks)).toEqual([]);
    return record;
  }

  test('an order body that is closed and requires an additional member', async () => {
    const { checks: rows } = await judged(of('ord|idem|mon'), [oneOff('closed', () => closed)]);
    expect(idsOf(rows, 'pass').filter((id) => id.startsWith('ord/'))).not.toEqual([]);
  });

  test('a busy member that promises every write, whose register differs', async () => {
    const { checks: rows } = await judged(writing, BUSY, { requests: 1_000 });
    await judged(overBudget(writing, rows), BUSY);
  });

  test.each(['unnamed-members-ignored', 'unnamed-members-refused'])('%s', async (name) => {
    const { checks: rows, requirements } = await judged(bodies, [name], { requests: 1_000 });
    expect(idsOf(rows, 'inconclusive')).toEqual([]);
    expect(idsOf(requirements, 'pass')).toEqual(expect.arrayContaining(['CRED-01', 'MON-18', 'MON-19', 'POL-01']));
    const contradicted = rows.find(({ id }) => id === 'match/contradicting-body');
    expect(contradicted).toMatchObject({ verdict: 'not-exercised', reason: expect.stringContaining('bodies: {') });
  });

  test.each(['unpublished-order-member-422', 'unpublished-order-member-400'])('%s', async (name) => {
    const { checks: rows } = await judged(orders, [name], { requests: 800 });
    const named = rows.filter(({ reason }) => reason?.includes('bodies: { "POST /orders"')).map(({ id }) => id);
    expect(named).toEqual(expect.arrayContaining(['ord/no-reference-price', 'ord/off-grid-quote-is-no-reference']));
  });
});

/** The venue charges nothing for an instrument that is listed through the control plane. */
const OF_CHARGES = 'exe/charge-is-a-positive-exact-fee';

test.each([
  { tick: '5', step: '0.3', price: '50', bid: '100', ask: '105' },
  { tick: '0.00000001', step: '10', price: '0.00005000', bid: '0.00010000', ask: '0.00010020' },
])('an instrument of tick $tick and step $step gets orders on its own grid', { timeout: 600_000 }, async (terms) => {
  const { price, tick, step, ...quote } = terms;
  const { checks: rows } = await judgedAgainst(of('auth|exe|idem|mon|ord|pol'), {
    mostRuns: MOST_RUNS,
    async fixtures({ controlUrl }) {
      const symbol = 'GRID-USD';
      const body = JSON.stringify({ symbol, tick, step, ...quote });
      const headers = { 'Content-Type': 'application/json' };
      const listed = await fetch(`${controlUrl}/instruments`, { method: 'POST', headers, body });
      const { instrumentId: id } = (await listed.json()) as { readonly instrumentId: number };
      return { instrument: { id, symbol, tick, step, price } };
    },
  });
  const odd = rows.filter(({ id, verdict }) => verdict === 'inconclusive' || (verdict === 'fail' && id !== OF_CHARGES));
  expect(odd.map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`)).toEqual([]);
});
