/**
 * What the checks of `conformance/checks/tkt` (on the sandbox in `scripts/proof/whole-run.test.ts`) and the walks of
 * `scripts/proof/properties` leave open of POST /v1/ws-tickets. A ticket itself: `ticket-office.test.ts`.
 */
import { expect, test } from 'vitest';
import type { MemberOptions } from '../member.ts';
import { EVERY_SURFACE } from '../services.ts';
import { ask, briefly, type SampleRequest } from '../testing/sample-client.ts';
import { FIRST, SECOND, serve, tokenOf } from '../testing/sample-platform.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const NO_KEY = { surfaces: { ...EVERY_SURFACE, tickets: false } };
const timeless = tokenOf(FIRST, { exp: undefined });

function minting(over: Partial<SampleRequest> = {}): SampleRequest {
  return { method: 'POST', path: '/v1/ws-tickets', headers: JSON_TYPE, body: '{"stream":"trading"}', ...over };
}

test('takes no key: any sent key is ignored', async () => {
  await using serving = await serve();
  const headers = { ...JSON_TYPE, 'idempotency-key': 'not a key', 'if-match': 'W/"1"' };
  const answers = [await ask(serving, minting({ headers })), await ask(serving, minting({ headers }))];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body.ticket).not.toBe(answers[1]?.body.ticket);
  expect(serving.platform.submitted).toEqual([]);
});

// Each has both defects; the first one is answered.
// biome-ignore format: an aligned table
test.each<[string, Partial<MemberOptions>, Partial<SampleRequest>, string]>([
  ['the token before the key of the member', NO_KEY, { token: await timeless },            '401 UNAUTHENTICATED'],
  ['the key of the member before the body',  NO_KEY, { body: '{' },                        '503 TICKETS_UNAVAILABLE'],
  ['the token before the body',              {},     { token: await timeless, body: '{' }, '401 UNAUTHENTICATED'],
  ['the size of the body before its content', {},    { body: ' '.repeat(1_048_577) },      '413 PAYLOAD_TOO_LARGE'],
])('refuses %s', async (_, member, over, expected) => {
  await using serving = await serve(member);
  const refused = await ask(serving, minting(over));
  expect(await briefly(serving, minting(over))).toBe(expected);
  expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
  expect('retry-after' in refused.headers).toBe(refused.status === 503);
});

test('the limit of a user: a refused request costs none, and a bad body is refused past the limit (A88)', async () => {
  await using serving = await serve({ limits: { ticketsPerMinute: 2 } });
  const bad = [minting({ body: '{' }), minting({ token: await timeless })];
  for (const asked of [...bad, ...bad, ...bad]) expect((await ask(serving, asked)).status).toBeLessThan(402);
  expect(await briefly(serving, minting())).toBe('200');
  serving.clock.advance(20_000);
  expect(await briefly(serving, minting())).toBe('200');
  expect((await ask(serving, minting())).headers['retry-after']).toBe('40');
  expect(await briefly(serving, minting())).toBe('429 RATE_LIMITED retryable');
  expect(await briefly(serving, minting({ body: '{' }))).toBe('400 MALFORMED_REQUEST');
  expect(await briefly(serving, minting({ token: await tokenOf(SECOND) }))).toBe('200');
  serving.clock.advance(40_000);
  expect(await briefly(serving, minting())).toBe('200');
});
