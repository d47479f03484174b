/**
 * Conforming members with bodies, a register or instruments that the suite does not expect: no check judges what was never
 * sent, nor a refusal for a property that only the profile can state. `npm run soak variations` runs every check, and also
 * leaves out one property at a time.
 */
import { describe, expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { Layer } from '../../gateway/variations/layer.ts';
import { jsonOf, refusal, withBody, withJson } from '../../gateway/variations/layer.ts';
import { GROUPS, variationsNamed } from '../../gateway/variations/named.ts';
import { type Against, alarms, judgedAgainst, oneOff } from './judged-against.ts';
import { combination } from './variations/combination.ts';

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

/** Refuses every 61st request as a member that is not primed. */
const busy = oneOff('busy', () => {
  let n = 0;
  return async (request, next) => {
    n += 1;
    return n % 61 === 0 ? refusal(request, 503, 'NOT_PRIMED', true) : next(request);
  };
});

/** The register accepts other bodies. The interface does not define them, unlike those of orders, algos and credentials. */
const shaped = oneOff('shaped', () => (request, next) => {
  const isAssumed = /^\/(orgs|users|accounts|account-addresses|portfolios|[a-z]+-policies)/.test(request.path);
  const body = isAssumed && request.method !== 'GET' ? jsonOf(request) : undefined;
  return next(body === undefined || Object.keys(body).length === 0 ? request : withBody(request, { data: body }));
});

/** variations.test.ts and socket-variations.test.ts cover reads, older members and sockets. */
const writing = checks.filter(({ id, needs }) => needs.includes('writes') && !/^(history|ver|wss|mkt|tkt)\//.test(id));
const promising = variationsNamed(['every-write-202', 'pending-without-outcome']);
const busyAndShaped = [...new Set([busy, shaped, ...promising, ...combination(GROUPS['decisions'] ?? [], 1)])];

const bodies = of('auth|cap|cred|history|id|match|mon|pol|reg|surface');
const orders = of('err|idem|mon|ord');

describe('no false alarm', { timeout: 600_000 }, () => {
  async function judged(by: typeof checks, permissive: NonNullable<Against['permissive']>, mostRuns?: number) {
    const record = await judgedAgainst(by, { permissive, mostRuns });
    expect(alarms(record.checks)).toEqual([]);
    return record;
  }

  test('an order body that is closed and requires an additional member', async () => {
    const { checks: rows } = await judged(of('ord|idem|mon'), [oneOff('closed', () => closed)]);
    expect(idsOf(rows, 'pass').filter((id) => id.startsWith('ord/'))).not.toEqual([]);
  });

  test('a busy member that promises every write, whose register differs', async () => {
    expect((await judged(writing, busyAndShaped, 2)).checks).not.toEqual([]);
  });

  test.each(['unnamed-members-ignored', 'unnamed-members-refused'])('%s', async (name) => {
    const { checks: rows, requirements } = await judged(bodies, [name], MOST_RUNS);
    expect(idsOf(rows, 'inconclusive')).toEqual([]);
    expect(idsOf(requirements, 'pass')).toEqual(expect.arrayContaining(['CRED-01', 'MON-18', 'MON-19', 'POL-01']));
    const contradicted = rows.find(({ id }) => id === 'match/contradicting-body');
    expect(contradicted).toMatchObject({ verdict: 'not-exercised', reason: expect.stringContaining('bodies: {') });
  });

  test.each(['unpublished-order-member-422', 'unpublished-order-member-400'])('%s', async (name) => {
    const { checks: rows } = await judged(orders, [name], MOST_RUNS);
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
