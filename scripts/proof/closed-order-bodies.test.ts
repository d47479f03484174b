/** A member whose order body is closed and requires a member of its own, which its contract document publishes. */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { Layer } from '../../gateway/variations/layer.ts';
import { jsonOf, refusal, withBody, withJson } from '../../gateway/variations/layer.ts';
import { alarms, judgedAgainst, oneOff } from './judged-against.ts';

/** `side` is the sandbox's own member: this member has another, and refuses what it does not know. */
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

test('orders of every check have what a closed body requires', { timeout: 600_000 }, async () => {
  const checks = (await loadChecks()).filter(({ id }) => /^(ord|idem|mon)\//.test(id));
  const { checks: rows } = await judgedAgainst(checks, { permissive: [oneOff('closed', () => closed)] });
  expect(alarms(rows)).toEqual([]);
  expect(rows.filter(({ id, verdict }) => id.startsWith('ord/') && verdict === 'pass').length).toBeGreaterThan(20);
});
