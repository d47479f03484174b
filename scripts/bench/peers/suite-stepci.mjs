/**
 * StepCI sends the requests of programs/suite-requests.ts and checks each answer's status and a member of its body: `node
 * suite-stepci.mjs ORIGIN TOKEN ORDER`, where ORDER is the body of an order. Prints steps a second of processor time.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const [, , origin = '', token = '', order = ''] = process.argv;
const ofHeavyPeers = createRequire(new URL('../../bench-peers/package.json', import.meta.url));
const { run } = ofHeavyPeers('@stepci/runner');
const ROUNDS = 2;
const ORDERS = 100;

/**
 * @param {string} key
 */
function stepsOf(key) {
  const headers = { Authorization: `Bearer ${token}` };
  const body = JSON.stringify({ ...JSON.parse(order), clientOrderId: key });
  const write = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key } };
  const orderId = `\${{captures.${key}}}`;
  const submit = { ...write, url: `${origin}/orders`, body };
  return [
    {
      ...submit,
      captures: { [key]: { jsonpath: '$.orderId' } },
      check: { status: 201, jsonpath: { '$.clientOrderId': key } },
    },
    { ...submit, check: { status: 201, headers: { 'Idempotent-Replay': 'true' }, jsonpath: { '$.orderId': orderId } } },
    {
      ...{ url: `${origin}/orders/${orderId}`, method: 'GET', headers },
      check: { status: 200, jsonpath: { '$.orderId': orderId, '$.clientOrderId': key } },
    },
    {
      ...{ url: `${origin}/operations/${key}`, method: 'GET', headers },
      check: { status: 200, jsonpath: { '$.key': key } },
    },
    {
      ...{ url: `${origin}/orders?limit=1`, method: 'GET', headers },
      check: { status: 200, jsonpath: { '$.items[0].orderId': orderId } },
    },
  ].map((http) => ({ http }));
}

/**
 * @param {number} round
 */
async function steps(round) {
  const keys = Array.from({ length: ORDERS }, (_, n) => `step${round}x${n}`);
  const { result } = await run({ version: '1.1', name: 'orders', tests: { orders: { steps: keys.flatMap(stepsOf) } } });
  const [{ steps: done }] = result.tests;
  const failed = done.find((/** @type {{ passed: boolean }} */ step) => !step.passed);
  assert.equal(failed, undefined, JSON.stringify(failed)?.slice(0, 2_000));
  return done.length;
}

await steps(0);
const before = process.cpuUsage();
let done = 0;
for (let round = 1; round <= ROUNDS; round += 1) done += await steps(round);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ perSecond: (done / (user + system)) * 1e6 }));
process.exit();
