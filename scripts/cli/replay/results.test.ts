/** What `replay` shows and writes of a failure: on the terminal, in the transcript, as JSON, JUnit and HTML. */
import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { readMarkup } from '../../../reports/testing/markup.ts';
import { calm, reads, testShell } from '../testing/test-folder.ts';

const TICK = `id: tick
story: A price that is <no> multiple of the tick.
client: Round the price.
calm:
  - { as: trader, request: GET /me, expect: { status: 200 } }
  - as: trader
    request: POST /orders
    key: k1
    body: { account: main, instrument: BTC-USD, clientOrderId: k1, side: BUY, price: "100.001", qty: "1" }
    expect: { status: 201, body: { status: OPEN } }
  - { as: trader, request: GET /me, expect: { status: 200, body: { user: { userId: 2, status: GONE } } } }
`;
const SOCKET = calm(
  'socket',
  '{ open: session, as: trader, expect: { status: 101 } }',
  '{ op: nonsense, on: session, reqId: n1, expect: { frame: { success: true } } }',
);

const shell = testShell({ 'tick.yaml': TICK, 'socket.yaml': SOCKET, 'good.yaml': calm('good', reads()) });

describe('on the terminal, with --quiet too', () => {
  test.each([[[]], [['--quiet']]])('options %j', async (options) => {
    const { out, status } = await shell.run(['replay', 'tick.yaml', ...options]);
    expect(status).toBe(1);
    expect(out).toContain('refused TICK_SIZE_VIOLATION: price: 100.001 is no multiple of the tick 0.01');
    expect(out).toContain('status: expected 201, seen 422 TICK_SIZE_VIOLATION  tick.yaml:10:23');
    expect(out).toContain('sent as trader\n           POST /orders\n');
    expect(out).toContain('Idempotency-Key: k1\n');
    expect(out).toContain('"price": "100.001"');
    expect(out).toMatch(/answered 422\n {11}X-Request-Id: \w+\n/);
    expect(out).toMatch(/"displayName": "Greta Silva",\n {9}- {5}"status": "GONE"\n {9}\+ {5}"status": "ACTIVE"\n/);
    expect(out).not.toMatch(/bearer|eyJ/i);
    expect(out.includes('✓')).toBe(options.length === 0);
  });

  test('of a socket, the frames', async () => {
    const { out } = await shell.run(['replay', 'socket.yaml', '--quiet']);
    expect(out).toContain('refused UNKNOWN_OP: nonsense: no such operation; there are auth,');
    expect(out).toContain('-   "success": true,\n         +   "success": false,\n');
    expect(out).toContain('sent on session\n           {"op":"nonsense","reqId":"n1","params":{}}\n');
    expect(out).toContain('received on session\n');
  });

  test('a scenario that passes is one line with --quiet', async () => {
    const { out } = await shell.run(['replay', 'good.yaml', '--quiet']);
    expect(out).toBe('  PASS  good: 1 of 1 expectations held, 1 requests\n');
  });
});

describe('--out', () => {
  test('replay.json has every step, and what a failed one shows', async () => {
    const { status } = await shell.run(['replay', 'tick.yaml', 'good.yaml', '--out', 'a/b', '--format', 'junit, html']);
    expect(status).toBe(1);
    const record = JSON.parse(await shell.read('a/b/replay.json')) as unknown;
    // biome-ignore format: an aligned table
    expect(record).toMatchObject({
      ...{ schema: 1, tool: { name: 'touchstone' }, verdict: 'fail', summary: { pass: 1, fail: 1 } },
      scenarios: [
        {
          ...{ id: 'tick', file: 'tick.yaml', client: 'Round the price.', verdict: 'fail' },
          steps: [
            { step: 1, line: 5, verdict: 'pass' },
            { step: 2, line: 6, column: 5, verdict: 'fail', shown: expect.arrayContaining([expect.stringMatching(/^refused TICK/)]) },
            { step: 3, verdict: 'fail' },
          ],
        },
        { id: 'good', verdict: 'pass' },
      ],
    });
  });

  test('junit.xml has a test case for each scenario, the failure with the text of the terminal', async () => {
    const elements = readMarkup(await shell.read('a/b/junit.xml'));
    expect(elements.find(({ name }) => name === 'testsuite')?.attributes).toMatchObject({
      tests: '2',
      failures: '1',
      errors: '0',
      skipped: '0',
    });
    expect(elements.filter(({ name }) => name === 'testcase').map(({ attributes }) => attributes['name'])).toEqual([
      'tick',
      'good',
    ]);
    const failure = elements.find(({ name }) => name === 'failure');
    expect(failure?.attributes['message']).toBe('status: expected 201, seen 422 TICK_SIZE_VIOLATION  tick.yaml:10:23');
    expect(failure?.text).toContain('refused TICK_SIZE_VIOLATION: price: 100.001 is no multiple of the tick 0.01\n');
    expect(failure?.text).toContain('+     "status": "ACTIVE"');
  });

  test('replay.html is one page that fetches nothing, its texts escaped', async () => {
    const page = await shell.read('a/b/replay.html');
    const elements = readMarkup(page);
    expect(elements.some(({ text }) => text.includes('A price that is <no> multiple of the tick.'))).toBe(true);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|src=|href="http/);
  });
});

describe('--transcript', () => {
  test('each line has its time and fits the schema; bodies and frames are JSON', async () => {
    const names = ['tick.yaml', 'socket.yaml', '202-then-poll', 'session-expires-during-a-burst-of-orders'];
    await shell.run(['replay', ...names, '--transcript', 't.jsonl']);
    const lines = (await shell.read('t.jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const schema = await readFile(new URL('../../../scenarios/transcript.schema.json', import.meta.url), 'utf8');
    const fits = new Ajv().compile(JSON.parse(schema) as object);
    for (const line of lines) expect(fits(line), JSON.stringify([line, fits.errors])).toBe(true);
    expect(fits({ type: 'step', atMs: '0' })).toBe(false);
    expect(new Set(lines.map(({ type }) => type))).toEqual(
      new Set(['scenario', 'control', 'exchange', 'sent', 'received', 'closed', 'step', 'fault', 'verdict']),
    );
    expect(lines.find(({ type, step }) => type === 'exchange' && step === 2)).toMatchObject({
      ...{ atMs: 0, as: 'trader' },
      request: { method: 'POST', path: '/orders', body: { price: '100.001' } },
      response: { atMs: 0, status: 422, body: { error: { code: 'TICK_SIZE_VIOLATION' } } },
    });
    expect(lines.find(({ type, socket }) => type === 'received' && socket === 'session')).toMatchObject({
      body: { event: 'sessionOpened' },
    });
    const poll = lines
      .filter(({ type }) => type === 'exchange')
      .find(({ response }) => (response as { status: number }).status === 202);
    expect(poll).toMatchObject({ atMs: 0, response: { atMs: 2000 } });
  });
});
