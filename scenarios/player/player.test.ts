import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unmetClock, unmetNeeds } from '../format/needs.ts';
import { readScenario } from '../format/read.ts';
import type { StubOptions } from '../testing/stub-target.ts';
import { StubTarget } from '../testing/stub-target.ts';
import type { Played } from './played.ts';
import { play } from './player.ts';
import { headLines, stepLines, summaryLines } from './print.ts';
import { plain } from './terminal-text.ts';
import { transcriptOf } from './transcript.ts';

const LIBRARY = new URL('../testing/202-then-poll.yaml', import.meta.url);
const POLL = readScenario(readFileSync(LIBRARY, 'utf8'), '202-then-poll.yaml');

/** Real time that does not pass: the stub needs only turns of the event loop. */
const stopwatch = { nowMs: () => 0, sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) };

async function playOn(stub: StubTarget, scenario = POLL, freshWorld = true): Promise<Played> {
  return play(scenario, stub, { stopwatch, freshWorld });
}

const poll = (options: StubOptions = {}) => playOn(new StubTarget(options));

function scenario(...steps: readonly string[]) {
  return readScenario(`id: one\nstory: A story.\nstorm:\n${steps.map((step) => `  - ${step}\n`).join('')}`, 'one.yaml');
}

const SEND = '{ as: trader, request: POST /orders, key: k1, body: {}';

describe('202-then-poll', () => {
  test('passes, and moves the clock once so that the 202 can come', async () => {
    const stub = new StubTarget();
    const { verdict, steps, faults } = await playOn(stub);
    expect(verdict).toBe('pass');
    expect(steps.map((step) => [step.verdict, step.movedMs])).toEqual([
      ['done', 0],
      ['pass', 2000],
      ['pass', 0],
      ['done', 0],
      ['pass', 0],
    ]);
    expect(faults.map(({ firings }) => firings)).toEqual([1]);
  });

  test.each([
    [
      'a 202 without Location',
      { noLocation: true },
      [2],
      'header location: expected "/operations/k1", seen nothing',
      12,
    ],
    ['a forgotten key', { forgetsKeys: true }, [5], 'header idempotent-replay: expected "true", seen nothing', 23],
  ] as const)('fails on %s, at its step and line', async (_, options, failed, words, line) => {
    const { verdict, steps } = await poll(options);
    expect(verdict).toBe('fail');
    expect(steps.flatMap((step) => (step.verdict === 'fail' ? step.step.n : []))).toEqual(failed);
    const found = steps.flatMap(({ mismatches }) => mismatches);
    expect(found.map(({ what, expected, seen }) => `${what}: expected ${expected}, seen ${seen}`)).toEqual([words]);
    expect(found.map(({ at }) => at.line)).toEqual([line]);
  });

  test('is inconclusive if its fault never fired, and names the fault', async () => {
    const { verdict, reason } = await poll({ ownMind: true });
    expect(verdict).toBe('inconclusive');
    expect(reason).toBe("the fault 'orders-verdict' of line 7 never fired, so what follows it proves nothing");
  });

  test('writes the same transcript twice', async () => {
    expect(transcriptOf(await poll())).toBe(transcriptOf(await poll()));
  });

  test('is readable on a terminal', async () => {
    const played = await poll({ noLocation: true });
    const lines = [
      ...headLines(played.scenario, 'in its own sandbox', plain),
      ...played.steps.flatMap((step) => stepLines(step, plain, played.scenario.file)),
      ...summaryLines(played, plain),
    ];
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "202-then-poll  202-then-poll.yaml
        The orders owner answers after the sync deadline; the client polls, then retries its key.
        in its own sandbox (world seed 7)
        ·   7  fault       hold orders-verdict on owner orders, command submit, once
        ✗   8  trader      POST /orders  key k1                202, clock moved 2s for the answer
               header location: expected "/operations/k1", seen nothing  202-then-poll.yaml:12:49
               sent as trader
                 POST /orders
                 Idempotency-Key: k1
                 {
                   "account": "main",
                   "instrument": "BTC-USD",
                   "clientOrderId": "k1",
                   "side": "BUY",
                   "price": "100.00",
                   "qty": "1"
                 }
               answered 202
                 {}
        ✓  13  trader      GET /operations/k1                  200
        ·  17  release     orders-verdict                      released 1
        ✓  18  trader      POST /orders  key k1                201
        FAIL  202-then-poll: 2 of 3 expectations held, 3 requests, 1 of 1 faults fired
        about IDEM-11, IDEM-12, IDEM-13"
    `);
  });
});

describe('a scenario with unmet needs is refused before it is played', () => {
  const { control: _, ...uncontrolled } = new StubTarget().profile;
  test.each([
    [
      'no control',
      POLL,
      { ...uncontrolled, limits: { writes: true } },
      '202-then-poll.yaml:7:5 needs control: step 1 (fault) moves faults, the clock or the platform (so does 1 more), and the profile staging.yaml names no control plane; play it in the sandbox, without --target',
    ],
    [
      'no principal',
      scenario('{ as: algoManager, request: GET /me }'),
      uncontrolled,
      'one.yaml:4:5 needs algoManager: step 1 acts as algoManager, and the profile staging.yaml has no such principal',
    ],
    [
      'no fixture',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the scenario's own references
      scenario('{ as: trader, request: "GET /orders/${fixtures.acount.id}" }'),
      uncontrolled,
      "one.yaml:4:5 needs fixtures.acount.id: the profile staging.yaml states no such fixture; did you mean 'fixtures.account.id'?",
    ],
    [
      'no writes',
      scenario(`${SEND} }`),
      { ...uncontrolled, limits: { writes: false } },
      'one.yaml:4:5 needs writes: step 1 sends POST /orders, and limits.writes of the profile is false (staging.yaml)',
    ],
  ])('%s', (_, wanting, profile, line) => {
    const said = unmetNeeds(wanting, profile, 'staging.yaml').map(
      (p) => `${p.file}:${p.line}:${p.column} ${p.message}`,
    );
    expect(said).toEqual([line]);
  });

  test('needs a virtual clock only for advance', () => {
    const said = (mode: 'real' | 'virtual', step: string) =>
      unmetClock(scenario(step), mode).map(({ message }) => message);
    expect(said('real', 'advance: 2s')[0]).toMatch(
      /^needs a virtual clock: step 1 advances the clock, and the target's is real; write wait/,
    );
    expect(said('virtual', 'advance: 2s')).toEqual([]);
    expect(said('real', 'wait: 2s')).toEqual([]);
  });
});

describe('a play', () => {
  test('saves values and uses them, a whole reference as the value itself', async () => {
    const { steps, verdict } = await playOn(
      new StubTarget(),
      scenario(
        `${SEND}, save: { order: $.orderId } }`,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the scenario's own references
        '{ as: trader, request: "GET /orders/${order}", expect: { status: 200, body: { orderId: "${order}", qty: { $decimal: "1.5" } } } }',
      ),
    );
    expect(steps[1]?.exchanges[0]?.request.path).toBe('/orders/1000');
    expect(verdict).toBe('pass');
  });

  test('is inconclusive if a value to save is missing, and where it is used', async () => {
    const { steps, verdict } = await playOn(
      new StubTarget(),
      scenario(
        `${SEND}, save: { order: $.id } }`,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the scenario's own references
        '{ as: trader, request: "GET /orders/${order}", expect: { status: 200 } }',
      ),
    );
    expect(steps.map(({ why }) => why)).toEqual([
      "the answer has nothing to save as 'order'",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the scenario's own references
      '${order} has no value: the step that saves it did not',
    ]);
    expect(verdict).toBe('inconclusive');
  });

  test('sends a request while another waits, and takes its answer later', async () => {
    const { steps, verdict } = await playOn(
      new StubTarget(),
      scenario(
        'fault: { on: { owner: orders }, hold: h, times: 1 }',
        `${SEND}, name: slow, background: true }`,
        '{ as: trader, request: GET /operations/none, expect: { status: 404, code: UNKNOWN_OPERATION } }',
        '{ await: slow, expect: { status: 202 } }',
      ),
    );
    expect(steps.map((step) => step.verdict)).toEqual(['done', 'done', 'pass', 'pass']);
    expect(verdict).toBe('pass');
  });

  test('moves no clock while an answer is in preparation', async () => {
    const { steps } = await playOn(new StubTarget({ turns: 3 }), scenario(`${SEND}, expect: { status: 201 } }`));
    expect(steps.map((step) => [step.verdict, step.movedMs])).toEqual([['pass', 0]]);
  });

  test('waits for a background request to arrive before the next step', async () => {
    const { steps } = await playOn(
      new StubTarget(),
      scenario(
        'fault: { on: {}, hold: h, times: 1 }',
        `${SEND}, name: slow, background: true }`,
        'release: h',
        '{ await: slow, expect: { status: 201 } }',
      ),
    );
    expect(steps.map(({ verdict, happened }) => [verdict, happened])).toEqual([
      ['done', undefined],
      ['done', 'sent, not waited for'],
      ['done', 'released 1'],
      ['pass', undefined],
    ]);
  });

  test('repeats a request for its time of the target, and no longer', async () => {
    const stub = new StubTarget();
    const { steps, verdict } = await playOn(
      stub,
      scenario('{ as: trader, request: GET /orders/1, within: 200ms, expect: { status: 200 } }'),
    );
    expect(verdict).toBe('fail');
    expect(steps[0]?.exchanges).toHaveLength(5);
  });

  test('treats a missing answer as inconclusive unless it is expected', async () => {
    const verdict = async (expected: string) =>
      (await playOn(new StubTarget(), scenario(`{ as: trader, request: GET /drop, expect: { ${expected} } }`))).verdict;
    expect(await verdict('status: 200')).toBe('inconclusive');
    expect(await verdict('answer: none')).toBe('pass');
  });

  test('proves nothing without an expectation', async () => {
    expect((await playOn(new StubTarget(), scenario(`${SEND} }`))).verdict).toBe('not-exercised');
  });

  test('does not count a spent key as a failure in a world that others used', async () => {
    const stub = new StubTarget();
    const send = scenario(`${SEND}, expect: { status: 201, headers: { idempotent-replay: null } } }`);
    expect((await playOn(stub, send, false)).verdict).toBe('pass');
    const { verdict, reason } = await playOn(stub, send, false);
    expect(verdict).toBe('inconclusive');
    expect(reason).toMatch(/the key 'k1' was spent on this target before the scenario used it: play it with --reset/);
    expect((await playOn(stub, send, true)).verdict).toBe('fail');
  });

  test('removes its faults in any case', async () => {
    const stub = new StubTarget();
    await playOn(stub, scenario('fault: { on: {}, hold: a }', 'fault: { on: {}, hold: b }', 'clear: a'));
    expect(stub.left).toBe(1);
  });
});
