import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { readScenario } from '../format/read.ts';
import { play } from '../player/player.ts';
import type { StubOptions } from '../testing/stub-target.ts';
import { StubTarget } from '../testing/stub-target.ts';
import { contrasts } from './contrast.ts';
import type { Members } from './failing-scenario.ts';
import { failingScenario } from './failing-scenario.ts';

/** Real time that does not pass: the stub needs only turns of the event loop. */
const stopwatch = { nowMs: () => 0, sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) };

const on = (options: StubOptions): Members['playGood'] => {
  return (scenario) => play(scenario, new StubTarget(options), { stopwatch, freshWorld: true });
};

function sent(n: number, method: string, path: string, key?: string): Exchange {
  const headers = [['Authorization', 'Bearer <token of trader>'] as const];
  return {
    ...{ n, label: null, actor: 'trader', sentAtMs: n, answeredAtMs: n, failure: null },
    request: {
      method,
      path,
      headers: key === undefined ? headers : [...headers, ['Idempotency-Key', key] as const],
      body: key === undefined ? null : '{"qty":"1"}',
    },
    response: { status: 201, headers: [], body: '{}' },
  };
}

function made(exchanges: readonly Exchange[], more: Partial<Members> = {}) {
  const traffic = {
    events: exchanges.map((event) => ({ event, where: `message ${event.n}` })),
    clock: 'virtual' as const,
    isExact: true,
  };
  return failingScenario({ traffic, head: { id: 'one', story: 'A story.' }, seen: exchanges.slice(-1) }, 'one.yaml', {
    ...{ playGood: on({}), playBad: on({ forgetsKeys: true }), nowMs: () => 0, budgetMs: 10_000 },
    ...more,
  });
}

const RETRY = [sent(1, 'GET', '/orders/7'), sent(2, 'POST', '/orders', 'k-1'), sent(3, 'POST', '/orders', 'k-1')];

describe('a scenario of a failure', () => {
  test('expects what the good member answers, and has the steps that it needs', async () => {
    const { text, unconfirmed } = await made(RETRY);
    expect(unconfirmed).toBeUndefined();
    const scenario = readScenario(text, 'one.yaml');
    expect(scenario.steps.map((step) => step.kind)).toEqual(['request', 'request']);
    expect(text).toContain('headers: { idempotent-replay: "true" }');
    expect((await on({})(scenario)).verdict).toBe('pass');
    expect((await on({ forgetsKeys: true })(scenario)).verdict).toBe('fail');
  });

  test('says so where both members answer alike', async () => {
    const { unconfirmed, text } = await made(RETRY, { playBad: on({}) });
    expect(unconfirmed).toBe('a good member answers each of its requests in the same way');
    expect(readScenario(text, 'one.yaml').steps).toHaveLength(3);
  });

  test('plays on a shared member twice, and is not shrunk by its answers', async () => {
    let plays = 0;
    const playBad: Members['playBad'] = (scenario) => {
      plays += 1;
      return on({ forgetsKeys: true })(scenario);
    };
    const { text, unconfirmed } = await made(RETRY, { playBad, isShared: true });
    expect({ plays, unconfirmed }).toEqual({ plays: 2, unconfirmed: undefined });
    expect(text).toContain('GET /orders/7');
  });

  test('says that a shared member did not fail again', async () => {
    let plays = 0;
    const playBad: Members['playBad'] = (scenario) => {
      plays += 1;
      return on(plays === 1 ? { forgetsKeys: true } : {})(scenario);
    };
    const { unconfirmed } = await made(RETRY, { playBad, isShared: true });
    expect(unconfirmed).toContain('did not fail in the same way');
  });

  test('is kept where the member cannot be played on', async () => {
    const playBad: Members['playBad'] = async () => {
      throw new Error('the plan of the run is used up');
    };
    const { unconfirmed, text } = await made(RETRY, { playBad });
    expect(unconfirmed).toBe('the member does not play it: the plan of the run is used up');
    expect(text).toContain('POST /orders');
  });
});

test('another id is no difference, unless it was answered before', async () => {
  const text = `id: one
story: A story.
storm:
  - { as: trader, request: POST /orders, key: k1 }
  - { as: trader, request: POST /orders, key: k2 }
  - { as: trader, request: POST /orders, key: k1 }
`;
  const scenario = readScenario(text, 'one.yaml');
  const found = contrasts(await on({})(scenario), await on({ forgetsKeys: true })(scenario));
  expect(found.map(({ index, rank }) => [index, rank])).toEqual([
    [2, 'stated'],
    [2, 'equal'],
  ]);
});
