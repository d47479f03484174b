/** A scenario expects that the answer to an op is lost, as for a request. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { commandIn } from './testing/command-in.ts';
import { testFolder } from './testing/test-folder.ts';

const folder = testFolder();

const ORDER = '{ account: main, instrument: BTC-USD, clientOrderId: lost-1, side: BUY, price: "100.00", qty: "3" }';

const SUBMIT = `
  - op: submit
    on: session
    params: ${ORDER}
    expect: { answer: none }`;

const AND_SILENCE = `${SUBMIT}
  - { hear: session, expect: { answer: none } }`;

const IN_THE_BACKGROUND = `
  - op: submit
    on: session
    name: lost
    background: true
    params: ${ORDER}
  - await: lost
    expect: { answer: none }`;

const scenario = (fault: string, submitted: string) => `id: lost
story: The order is placed and its answer is lost; the client sends its key again, over HTTP.
storm:
  - { as: trader, open: session, expect: { status: 101 } }
  - { hear: session, event: sessionOpened }${fault}${submitted}
calm:
  - as: trader
    request: POST /orders
    key: lost-1
    body: ${ORDER}
    expect: { status: 201, headers: { idempotent-replay: "true" }, body: { clientOrderId: lost-1 } }
    save: { order: $.orderId }
  - as: trader
    request: GET /orders?limit=2
    expect:
      status: 200
      body: { "$.items[0].orderId": "\${order}", "$.items[1].clientOrderId": { $not: lost-1 } }
`;

async function replayed(text: string, ...args: readonly string[]) {
  await writeFile(join(folder, 'lost.yaml'), text);
  const { status, out, err } = await commandIn(folder).run(['replay', join(folder, 'lost.yaml'), ...args]);
  return { status, out: out + err };
}

const DROPPED = '\n  - fault: { on: { edge: frame, frame: submit }, drop: frame, times: 1 }';
const CLOSED = '\n  - fault: { on: { edge: frame, frame: submit }, close: 4000, times: 1 }';

test.each([
  ['its frame is dropped', DROPPED, SUBMIT, 'no answer came'],
  ['its frame is dropped, and nothing else comes', DROPPED, AND_SILENCE, 'no answer came'],
  ['its frame is dropped, and it is awaited later', DROPPED, IN_THE_BACKGROUND, 'no answer came'],
  ['the session is closed in its place', CLOSED, SUBMIT, 'closed with 4000'],
])('an expected lost answer: %s', async (_, fault, submitted, said) => {
  const { status, out } = await replayed(scenario(fault, submitted));
  expect(status, out).toBe(0);
  expect(out).toContain(said);
});

test('also on a running clock', async () => {
  await using sandbox = await startSandbox({ clock: { rate: 20 } });
  await writeFile(join(folder, 'scaled.json'), JSON.stringify(sandbox.profile));
  const { status, out } = await replayed(scenario(DROPPED, SUBMIT), '--target', join(folder, 'scaled.json'));
  expect(status, out).toBe(0);
});

test('an answer that comes although none was expected', async () => {
  const { status, out } = await replayed(scenario('', SUBMIT));
  expect(status, out).toBe(1);
  expect(out).toMatch(/answer: expected none, seen \{"op":"submit"/);
});

test('without this expectation the outcome is unknown, and the message suggests it', async () => {
  const { status, out } = await replayed(scenario(DROPPED, SUBMIT.replace('answer: none', 'frame: { success: true }')));
  expect(status, out).toBe(3);
  expect(out).toContain('so the outcome is unknown (expect: { answer: none } says that it is lost)');
});

test('a session that the target ends for a reason answers the op: an expected frame did not come', async () => {
  const { status, out } = await replayed(scenario(CLOSED, SUBMIT.replace('answer: none', 'frame: { success: true }')));
  expect(status, out).toBe(1);
  expect(out).toContain('answer: expected a frame, seen closed with 4000');
});
