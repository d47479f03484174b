/** A member whose order body is closed and requires a member of its own, which its contract document publishes. */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { judgedThrough } from './proxy/judged-through.ts';
import type { Layer } from './proxy/telling.ts';
import { asking, jsonOf, refusal, telling } from './proxy/telling.ts';
import { failed } from './varying/alarms.ts';

/** `side` is the sandbox's own member: this member has another, and refuses what it does not know. */
const closed: Layer = async (asked, next) => {
  if (asked.method === 'GET' && asked.path === '/openapi.json') {
    const answer = await next(asked);
    const document = jsonOf(answer) as unknown as {
      components: { schemas: { SubmitOrderBody: { properties: Record<string, unknown>; required?: string[] } } };
    };
    const body = document.components.schemas.SubmitOrderBody;
    const { side: _, ...properties } = body.properties;
    body.properties = { ...properties, validity: { type: 'string', enum: ['DAY', 'IOC'], example: 'DAY' } };
    body.required = ['validity'];
    return telling(answer, document);
  }
  const order = asked.method === 'POST' && asked.path === '/orders' ? jsonOf(asked) : undefined;
  if (order === undefined) return next(asked);
  const { validity, ...rest } = order;
  if (validity !== 'DAY' || 'side' in rest) return refusal(asked, 400, 'MALFORMED_REQUEST');
  return next(asking(asked, rest));
};

test('orders of every check have what a closed body requires', { timeout: 600_000 }, async () => {
  const checks = (await loadChecks()).filter(({ id }) => /^(ord|idem|mon)\//.test(id));
  const rows = await judgedThrough([closed], checks);
  expect(failed(rows)).toEqual([]);
  expect(rows.filter(({ id, verdict }) => id.startsWith('ord/') && verdict === 'pass').length).toBeGreaterThan(20);
});
