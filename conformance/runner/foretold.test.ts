import { expect, test } from 'vitest';
import type { Check, Need } from './check.ts';
import { foretold, foretoldLines } from './foretold.ts';
import { pass } from './judgement.ts';

const check = (id: string, needs: readonly Need[] = []): Check => {
  return { id, proves: ['RID-01'], title: '', needs, drive: async () => {}, judge: () => pass };
};
const shared = { baseUrl: 'https://staging.example', principals: {} };
const planned = {
  run: [check('ord/submit-serves-the-order-row'), check('test/that-no-table-has')],
  left: [{ check: check('bal/x'), verdict: 'not-exercised' as const, reasons: ['no viewer'], reason: 'no viewer' }],
};

test('a plan counts what the checks send, twice over for a member that settles late, at the pace of the profile', () => {
  const own = foretold(planned, { ...shared, control: 'http://127.0.0.1:1' }, true);
  const plan = foretold(planned, shared, false);
  expect(plan.sent.requests).toBe(2 * own.sent.requests);
  expect(own.sent.requests).toBeGreaterThan(50);
  expect(plan.seconds).toBe(Math.ceil(own.sent.requests / 5));
  expect(foretold(planned, { ...shared, limits: { requestsPerSecond: 1 } }, false).seconds).toBe(own.sent.requests);
});

test('a plan says the pace, what is written, and what is left out and why', () => {
  const plan = foretold(planned, shared, false);
  expect(foretoldLines(plan, false).join('\n')).toMatch(
    /^Plan: 2 checks, at most \d+ requests, .*; 5 requests a second, one at a time; about \d+ s\.\n.*orders? and \d+ rows made; .*\n.*1 check is left out; --plan says why\.$/,
  );
  expect(foretoldLines(plan, true).at(-1)).toMatch(/1 check: no viewer$/);
  const reading = { ...planned, run: [check('rid/sent-request-id-is-echoed')] };
  expect(foretoldLines(foretold(reading, shared, false), false)[1]).toMatch(/Nothing is written/);
});
