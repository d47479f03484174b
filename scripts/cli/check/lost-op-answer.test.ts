/** A scenario expects that the answer to an op is lost, as for a request. */
import { expect, test } from 'vitest';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { testShell } from '../testing/test-folder.ts';

const shell = testShell();

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
  await shell.file('lost.yaml', text);
  const { status, out, err } = await shell.run(['replay', 'lost.yaml', ...args]);
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
  await shell.file('scaled.json', sandbox.profile);
  const { status, out } = await replayed(scenario(DROPPED, SUBMIT), '--target', 'scaled.json');
  expect(status, out).toBe(0);
});

const EXPECTED = SUBMIT.replace('answer: none', 'frame: { success: true }');

// biome-ignore format: an aligned table
test.each([
  ['an answer that comes although none was expected',        '',      SUBMIT,   1, 'answer: expected none, seen {"op":"submit"'],
  ['an expected answer that is lost: the outcome is unknown', DROPPED, EXPECTED, 3, 'the outcome is unknown (expect: { answer: none } says that it is lost)'],
  ['an expected answer of a session that the target ended', CLOSED,  EXPECTED, 1, 'answer: expected a frame, seen closed with 4000'],
])('%s', async (_, fault, submitted, verdict, said) => {
  const { status, out } = await replayed(scenario(fault, submitted));
  expect(status, out).toBe(verdict);
  expect(out).toContain(said);
});
