/** A principal that must be refused and is let in: its writes would take effect, so none is sent. */
import { expect, test } from 'vitest';
import { sampleCheck } from '../../testing/stub-run.ts';
import type { WireAnswering } from '../../testing/stub-target.ts';
import { stubTarget } from '../../testing/stub-target.ts';
import type { Check } from '../check.ts';
import { preflight } from '../doctor.ts';
import { loadChecks } from '../plan/load-checks.ts';
import { runCheck } from './run-check.ts';

const disabledUser = (await loadChecks()).find(({ id }) => id === 'auth/disabled-user') as Check;

const principals = { trader: { token: 'token-of-the-trader' }, disabled: { token: 'token-of-the-disabled' } };
const served = (body: object) => ({ headers: [['X-Request-Id', 'request-0001']] as const, body: JSON.stringify(body) });
const isOfDisabled = (headers: readonly string[]) => headers.includes('Bearer token-of-the-disabled');
const letIn: WireAnswering = ({ headers }) => {
  if (!headers.some((value) => value.startsWith('Bearer '))) return { ...served({ error: {} }), status: 401 };
  return isOfDisabled(headers) ? served({ user: {} }) : served({ user: {}, capabilities: ['orders:trade'] });
};
const keptOut: WireAnswering = (request) =>
  isOfDisabled(request.headers)
    ? { ...served({ error: { code: 'FORBIDDEN_PRINCIPAL' } }), status: 403 }
    : letIn(request);

async function ran(of: Check, answerTo: WireAnswering) {
  const { target, stopwatch, freshKey, requests } = await stubTarget(answerTo, { principals });
  const certain = await preflight(target, [of], stopwatch);
  const row = await runCheck(of, { target, stopwatch, freshKey, seed: 1, timeLimitMs: 5_000, cleanUp: false });
  // A ticket is no row, and lapses in ten seconds.
  const isWrite = (method: string, path: string) => method !== 'GET' && path !== '/v1/ws-tickets';
  const writes = requests.filter(({ method, path, headers }) => isWrite(method, path) && isOfDisabled(headers));
  return { certain, held: [...target.heldWrites], row, writes: writes.length };
}

test('a disabled user who is let in fails AUTH-06 by reads, and nothing is written as that user', async () => {
  const { certain, held, row, writes } = await ran(disabledUser, letIn);
  expect([certain, writes, row.verdict]).toEqual([[], 0, 'fail']);
  expect(row.counterexample?.seen).toMatch(/^GET .* by disabled: 200/);
  expect(held).toEqual([['disabled', 'GET /accounts answered 200, and must be refused FORBIDDEN_PRINCIPAL']]);
});

test('one who is refused is sent all writes', async () => {
  const { held, writes } = await ran(disabledUser, keptOut);
  expect(held).toEqual([]);
  expect(writes).toBeGreaterThan(10);
});

test('a claim that a write alone could break is not exercised', async () => {
  const drive: Check['drive'] = async ({ disabled }) => void (await disabled.post('/orders', {}));
  const write = sampleCheck({ proves: ['AUTH-06'], needs: ['disabled'], drive });
  const { row, writes } = await ran(write, letIn);
  expect([row.verdict, writes]).toEqual(['not-exercised', 0]);
  expect(row.reason).toBe(
    'no write is sent as disabled: GET /accounts answered 200, and must be refused FORBIDDEN_PRINCIPAL',
  );
});
