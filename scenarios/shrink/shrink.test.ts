import { describe, expect, test } from 'vitest';
import { play } from '../player/player.ts';
import type { StubOptions } from '../testing/stub-target.ts';
import { StubTarget } from '../testing/stub-target.ts';
import type { ShrinkOptions } from './shrink.ts';
import { shrink } from './shrink.ts';

/** Real time that does not pass: the stub needs only turns of the event loop. */
const stopwatch = { nowMs: () => 0, sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) };

const BUDGET = { plays: 500, ms: 60_000 };

function on(options: StubOptions): ShrinkOptions['play'] {
  return (scenario) => play(scenario, new StubTarget(options), { stopwatch, freshWorld: true });
}

async function shrunk(text: string, options: Partial<ShrinkOptions> = {}) {
  return shrink(text, 'one.yaml', { play: on({ forgetsKeys: true }), budget: BUDGET, nowMs: () => 0, ...options });
}

const HEAD = 'id: one\nstory: A story.\n';

/** The retry of a key that was used once before: two steps are needed for it. */
const LONG = `${HEAD}# What the client did.
storm:
  - { as: viewer, request: GET /orders/7, expect: { status: 404 } }
  - wait: 20s
  # The order.
  - name: first
    as: trader
    request: POST /orders
    key: a-rather-long-key
    headers: { X-Request-Id: one }
    body: { account: main, qty: "2.50", price: "100.00", legs: [1, 2, 3] }
    expect: { status: 201 }
    save: { order: $.orderId }
  - { as: trader, request: 'GET /orders/\${order}', expect: { status: 200 } }
  - times: 4
    steps:
      - { as: viewer, request: GET /operations/x }
  - parallel:
      - - { as: trader, request: POST /orders, key: other, body: {} }
      - - { as: viewer, request: GET /orders/8 }
calm:
  - note: The client sends it again.
    repeat: first
    expect: { status: 201, headers: { idempotent-replay: "true", x-any: null } }
  - { as: trader, request: 'GET /orders/\${order}', expect: { status: 200 } }
holds:
  - { as: trader, request: GET /orders/9, expect: { status: 404 } }
`;

describe('the smallest file that fails in the same way', () => {
  test('has the steps and parts that the failure needs, with their comments and style', async () => {
    const { text, steps, isConfirmed, stopped } = await shrunk(LONG, { playGood: on({}) });
    expect(text).toBe(`${HEAD}# What the client did.
storm:
  # The order.
  - name: first
    as: trader
    request: POST /orders
    key: a
calm:
  - note: The client sends it again.
    repeat: first
    expect: { headers: { idempotent-replay: "true" } }
`);
    expect({ steps, isConfirmed, stopped }).toEqual({
      steps: { before: 10, after: 2 },
      isConfirmed: true,
      stopped: undefined,
    });
  });

  test('is the same for the same input', async () => {
    const { text, plays } = await shrunk(LONG);
    expect(await shrunk(LONG)).toMatchObject({ text, plays });
  });

  test('keeps the spacing of what is written in one line', async () => {
    const step = `  - { as: trader, request: GET /orders/1, expect: { status: 200, body: { items: [{ a: 1 }, b] } } }\n`;
    const { text } = await shrunk(`${HEAD}proves: [ID-01, ID-02]\nstorm:\n  - wait: 1s\n${step}`, {
      keep: 'body.items',
    });
    expect(text).toBe(`${HEAD}proves: [ID-01, ID-02]\nstorm:\n${step.replace('status: 200, ', '')}`);
  });

  test('is itself left as it is', async () => {
    const { text } = await shrunk(LONG);
    expect((await shrunk(text)).text).toBe(text);
  });

  test('loses what used the answer of a step that goes', async () => {
    const text = `${HEAD}storm:
  - { as: trader, request: POST /orders, key: k1, save: { order: $.orderId } }
  - { as: trader, request: 'GET /orders/\${order}', save: { again: $.orderId } }
  - { as: trader, request: 'GET /orders/\${again}', expect: { status: 200 } }
  - { as: trader, request: POST /orders, key: k2, expect: { status: 200 } }
`;
    expect((await shrunk(text)).text).toBe(`${HEAD}storm:
  - { as: trader, request: POST /orders, expect: { status: 200 } }
`);
  });

  test('keeps a loop or a branch that it needs, as small as it can be', async () => {
    const text = `${HEAD}storm:
  - times: 8
    steps:
      - { as: viewer, request: GET /orders/8 }
      - parallel:
          - - { as: trader, request: POST /orders, key: k1, body: {} }
          - - { as: viewer, request: GET /orders/8 }
calm:
  - { as: trader, request: GET /orders/1001, expect: { status: 404 } }
`;
    expect((await shrunk(text)).text).toBe(`${HEAD}storm:
  - times: 2
    steps:
      - { as: trader, request: POST /orders }
calm:
  - { as: trader, request: GET /orders/1001, expect: { status: 404 } }
`);
  });

  test('has shorter waits where a wait is needed', async () => {
    const text = `${HEAD}storm:
  - fault: { on: { owner: orders }, hold: verdict, times: 1 }
  - { as: trader, request: POST /orders, key: k1, name: first, background: true }
  - wait: 1h
  - { await: first, expect: { status: 201 } }
`;
    const { text: smaller, isConfirmed } = await shrunk(text, { play: on({}) });
    expect(smaller).not.toContain('wait: 1h');
    expect(smaller).toContain('expect: { status: 201 }');
    expect(isConfirmed).toBe(true);
  });
});

describe('the failure that is kept', () => {
  const TWO = `${HEAD}storm:
  - { as: trader, request: GET /orders/1, expect: { status: 200 } }
  - { as: trader, request: POST /orders, key: k1, expect: { status: 200, body: { orderId: "7" } } }
`;
  test.each([
    ['absent: the first', undefined, 'status', 1],
    ['by line', 'one.yaml:5', 'status', 2],
    ['by number', '2', 'status', 2],
    ['by expectation', 'body.orderId', 'body orderId', 2],
  ])('%s', async (_, keep, what, n) => {
    const { failure } = await shrunk(TWO, { keep });
    expect([failure.mismatch.what, failure.played.step.n]).toEqual([what, n]);
  });

  test('by the name of its step', async () => {
    const { failure, text } = await shrunk(TWO.replace('key: k1', 'name: sent'), { keep: 'sent' });
    expect(failure.played.step.n).toBe(2);
    expect(text).toContain('POST /orders');
  });

  test('must be one that there is', async () => {
    await expect(shrunk(TWO, { keep: 'body.orderID' })).rejects.toThrow(
      "no failure is 'body.orderID'; did you mean 'body.orderId'?; it fails at step 1 (line 4): status, step 2 (line 5): status",
    );
    await expect(
      shrunk(TWO.replace('GET /orders/1, expect: { status: 200 }', 'GET /orders/1'), { keep: '1' }),
    ).rejects.toThrow("no failure is '1'");
    await expect(
      shrunk(`${HEAD}storm:\n  - { as: trader, request: GET /orders/1, expect: { status: 404 } }\n`),
    ).rejects.toThrow('it does not fail');
  });

  test('is never another one: a step that is refused for another reason fails differently', async () => {
    // Without the POST the GET fails too, with 404 instead of the order.
    const text = `${HEAD}storm:
  - { as: trader, request: POST /orders, key: k1, save: { order: $.orderId } }
  - { as: trader, request: 'GET /orders/1000', expect: { body: { qty: "2" } } }
`;
    expect((await shrunk(text)).text).toContain('POST /orders');
  });
});

describe('a good member beside the bad one', () => {
  test('has to pass the smaller file', async () => {
    // Alone the last step fails on both: it is the retry that tells them apart.
    const text = `${HEAD}storm:
  - { as: trader, request: POST /orders, key: k1 }
  - { as: trader, request: POST /orders, key: k1, expect: { headers: { idempotent-replay: "true" } } }
`;
    const alone = await shrunk(text);
    expect(alone.steps.after).toBe(1);
    const beside = await shrunk(text, { playGood: on({}) });
    expect(beside.steps.after).toBe(2);
    expect(beside.isConfirmed).toBe(true);
  });

  test('is not asked where the file fails on it as well', async () => {
    const text = `${HEAD}storm:\n  - wait: 1s\n  - { as: trader, request: GET /orders/1, expect: { status: 200 } }\n`;
    expect((await shrunk(text, { playGood: on({}) })).steps.after).toBe(1);
  });
});

describe('the budget', () => {
  test('of plays ends it with the smallest so far', async () => {
    const { text, plays, stopped } = await shrunk(LONG, { budget: { ...BUDGET, plays: 3 } });
    expect({ plays, stopped }).toEqual({ plays: 3, stopped: 'plays' });
    expect(text.length).toBeLessThan(LONG.length);
  });

  test('of time too', async () => {
    let now = 0;
    const { stopped } = await shrunk(LONG, { budget: { plays: 500, ms: 10 }, nowMs: () => (now += 2) });
    expect(stopped).toBe('time');
  });

  test('an interruption writes the smallest so far, which is not confirmed', async () => {
    const controller = new AbortController();
    const { stopped, isConfirmed } = await shrunk(LONG, {
      signal: controller.signal,
      onPlay: (plays) => plays === 2 && controller.abort(),
    });
    expect({ stopped, isConfirmed }).toEqual({ stopped: 'interrupted', isConfirmed: false });
  });
});
