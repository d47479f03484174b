/** The metrics of a sandbox: their text by a strict parser, and their values. */
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { folder, scene } from '../testing/sample-scene.ts';
import { tradingSocket } from '../testing/sample-socket.ts';
import { scrape, strictly, WITHOUT_PARSER } from '../testing/strict-metrics.ts';
import { OPENMETRICS_TYPE } from './metrics.ts';

test('the media type is that of the library', () => {
  expect(OPENMETRICS_TYPE).toBe(Registry.OPENMETRICS_CONTENT_TYPE);
});

describe.skipIf(WITHOUT_PARSER !== undefined)('the strict parser', () => {
  const text = '# TYPE a histogram\na_bucket{le="0.01"} 1\na_bucket{le="+Inf"} 2\na_sum 3\na_count 2\n# EOF\n';

  // biome-ignore format: an aligned table
  test.each([
    ['no end',                  [/# EOF\n/, '']],
    ['a bound in words',        [/0\.01/, 'small']],
    ['a count that differs',    [/count 2/, 'count 3']],
    ['a blank line',            [/a_sum/, '\na_sum']],
    ['no last bucket',          [/a_bucket\{le="\+Inf.*\n/, '']],
  ] as const)('refuses a text with %s', (_, [part, by]) => {
    expect(strictly(text)).toHaveLength(4);
    expect(strictly(text.replace(part, by))).toEqual(expect.any(String));
  });
});

describe.skipIf(WITHOUT_PARSER !== undefined)('the metrics of a sandbox', () => {
  test('count what each member answered, by route and status, and what is open', async () => {
    const at = await scene({ members: [{ version: '0.14.0' }, { version: '0.13.0' }], data: folder(), clock: 'real' });
    const url = at.sandbox.controlUrl;
    const idle = await scrape(url);
    expect(idle.sum('touchstone_requests_total')).toBeUndefined();
    at.add({ on: { edge: 'answer', method: 'GET' }, answer: { status: 503 }, times: 1 });
    expect((await fetch(`${at.sandbox.baseUrl}/me`)).status).toBe(503);
    for (let n = 0; n < 4; n += 1) await at.trader.get(`/orders/o-${n}?a="b\\`);
    await at.trader.get('/a"b\\c');
    await at.order();
    const socket = await tradingSocket(at.sandbox);
    await socket.next();
    const busy = await scrape(url);
    const requests = (labels: object) => busy.sum('touchstone_requests_total', { ...labels });
    expect(requests({ route: '/orders/{id}', method: 'GET' })).toBe(4);
    expect([requests({ route: 'other', status: '404' }), requests({ route: '/orders', status: '201' })]).toEqual([
      1, 1,
    ]);
    // A fault replaced one answer: the member's own is counted.
    expect([requests({ route: '/me', status: '401' }), requests({ status: '503' })]).toEqual([1, undefined]);
    expect(busy.sum('touchstone_faults_struck_total', { edge: 'answer', kind: 'answer' })).toBe(1);
    expect(busy.sum('touchstone_request_seconds_count', { route: '/orders/{id}' })).toBe(4);
    expect(busy.sum('touchstone_request_seconds_bucket', { route: '/orders/{id}', le: '+Inf' })).toBe(4);
    expect(busy.sum('touchstone_sessions', { socket: 'trading' })).toBe(1);
    expect(busy.sum('touchstone_sequence_position')).toBe(at.sandbox.platform.head());
    expect(busy.sum('touchstone_log_bytes')).toBeGreaterThan(idle.sum('touchstone_log_bytes') ?? 0);
    expect(busy.sum('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  test('show writes that wait, in their inbox, and the lag of a member', async () => {
    const at = await scene({ members: [{ version: '0.14.0' }] });
    const url = at.sandbox.controlUrl;
    at.add({ on: { owner: 'orders', command: 'submit' }, hold: 'late' });
    const write = at.order();
    await expect
      .poll(async () => (await scrape(url)).sum('touchstone_inbox_commands', { owner: 'orders' }), {
        timeout: 20_000,
      })
      .toBe(1);
    expect((await scrape(url)).sum('touchstone_writes_in_flight', { member: 'm1' })).toBe(1);
    await at.operate('/holds/late/release');
    await write;
    await at.operate('/members/m1/stall');
    await at.operate('/instruments', { symbol: 'AVAX-USD' });
    expect((await scrape(url)).sum('touchstone_member_lag_records', { member: 'm1' })).toBeGreaterThan(0);
  });

  test('of a removed member are in one more scrape, so that its last requests count', async () => {
    const at = await scene({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
    await using world = await at.sandbox.createWorld({ name: 'w' });
    for (let n = 0; n < 2; n += 1) await at.trader.get('/me');
    const seriesOf = async (member: string) =>
      (await scrape(at.sandbox.controlUrl)).sum('touchstone_requests_total', { member });
    expect([await seriesOf('m1'), await seriesOf('m2')]).toEqual([1, 1]);
    for (let n = 0; n < 2; n += 1) await at.trader.get('/me');
    await at.control('DELETE', '/members/m2');
    await at.control('DELETE', `/worlds/${world.name}/members/m2`);
    expect([await seriesOf('m2'), await seriesOf('m2'), await seriesOf('m1')]).toEqual([2, undefined, 2]);
  });
});
