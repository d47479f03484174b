/** `judgeClient` as a test file imports it: a client with one key for one order, and one with a new key for each try. */
import { expect, test } from 'vitest';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import * as ofNode from './node-test.ts';
import { ClientNotConforming, type ClientUnderTest, judgeClient } from './vitest.ts';

const MOST_TRIES = 5;
const stopwatch = startStopwatch();

/** A client that wants one order and sends it until it has an answer that says how it ended. */
function buys(keyOf: (tries: number) => string) {
  return async ({ baseUrl, token, account, instrument, declare }: ClientUnderTest): Promise<void> => {
    const order = { account, instrument, side: 'BUY', price: '100.00', qty: '1' };
    declare({ intent: 'buy', order: { qty: '1' } });
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const key = keyOf(tries);
      const answer = await fetch(`${baseUrl}/orders`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({ ...order, clientOrderId: key }),
      }).catch(() => undefined);
      if (answer?.status === 201) break;
      const afterS = Number(answer?.headers.get('retry-after') ?? 0);
      await stopwatch.sleep(1_000 * afterS + 100 * 2 ** tries);
    }
  };
}

/** The first kind of trouble is a lost answer. */
const ONE = { schedules: 1, limitMs: 90_000 };

test('resolves with the record of a client that breaks no rule', async () => {
  const record = await judgeClient(
    buys(() => 'k-1'),
    ONE,
  );
  expect(record).toMatchObject({ verdict: 'pass', starts: 2 });
  expect(record.rules.find(({ id }) => id === 'CLI-01')).toMatchObject({ verdict: 'pass', cases: 1 });
});

test('rejects with the rule, the moment and the trouble', async () => {
  const judged = judgeClient(
    buys((tries) => `k-${tries}`),
    ONE,
  );
  await expect(judged).rejects.toBeInstanceOf(ClientNotConforming);
  await expect(judged).rejects.toThrow(
    /^Not conforming: 1 rule broken.*\nCLI-01: .*\n {4}the answer to POST \/orders key k-0 was lost; .* the client sent the same with key k-1\n {4}trouble: the answer to the first POST \/orders is lost$/,
  );
});

test.each([
  ['throws', () => Promise.reject(new Error('no idea')), /: it never connected and .*\nno idea$/],
  ['sends nothing', async () => {}, /^The client cannot be judged: it never connected/],
])('rejects for a client that %s', async (_, client, said) => {
  await expect(judgeClient(client, ONE)).rejects.toThrow(said);
});

test('touchstone/node-test has the same', () => {
  expect(ofNode.judgeClient).toBe(judgeClient);
});
