import { describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { createSeed } from '../seed.ts';
import { createFaults, type Faults } from './faults.ts';
import { rulesOfText, textOfRules } from './mark-text.ts';
import type { Where } from './match.ts';
import type { FaultPlace, FaultRule } from './rule-shape.ts';

const SUBMIT: Where = { owner: 'orders', command: 'submit', org: 1, key: 'k1', member: 'm1' };

function sample(...rules: readonly FaultRule[]) {
  const clock = createClock({ mode: 'virtual' });
  const faults = createFaults({ clock, random: createSeed(1).stream('faults') });
  const ids = rules.map((rule) => faults.add(rule).id);
  const counted = (n = 0) => faults.get(ids[n] ?? '');
  return { clock, faults, ids, counted };
}

/** Which of this many strikes fired. */
const firingsOf = (faults: Faults, count: number): readonly number[] =>
  Array.from({ length: count }, (_, n) => (faults.at('verdict', SUBMIT) === undefined ? [] : [n + 1])).flat();

describe('where', () => {
  test.each<[string, FaultPlace, boolean]>([
    ['no condition', {}, true],
    ['every property', { owner: 'orders', command: 'submit', org: 1, key: 'k1', member: 'm1' }, true],
    ['another owner', { owner: 'register' }, false],
    ['another command', { command: 'cancel' }, false],
    ['another organisation', { org: 2 }, false],
    ['another key', { key: 'k2' }, false],
    ['another member', { member: 'm2' }, false],
    ['another edge', { edge: 'inbox' }, false],
  ])('%s', (_, on, strikes) => {
    const { faults, counted } = sample({ on, fail: true });
    expect(faults.at('verdict', SUBMIT) !== undefined).toBe(strikes);
    expect(counted()?.firings).toBe(strikes ? 1 : 0);
  });

  test('an unknown property matches no rule that requires it', () => {
    const { faults } = sample({ on: { member: 'm1' }, fail: true });
    expect(faults.at('verdict', { owner: 'orders' })).toBeUndefined();
  });

  test('without a rule nothing is read of a place: the organisation of an answer costs a look at its token', () => {
    const where = Object.defineProperty({}, 'org', {
      get(): never {
        throw new Error('the organisation was read');
      },
    });
    expect(sample().faults.at('answer', where)).toBeUndefined();
  });
});

describe('how often', () => {
  test.each<[string, FaultRule['times'], number[]]>([
    ['every time where it is not stated', undefined, [1, 2, 3, 4, 5, 6]],
    ['the first two', 2, [1, 2]],
    ['every third', { every: 3 }, [3, 6]],
    ['the third alone', { nth: 3 }, [3]],
    ['never', { probability: 0 }, []],
    ['always', { probability: 1 }, [1, 2, 3, 4, 5, 6]],
  ])('%s', (_, times, expected) => {
    const { faults, counted } = sample({ on: {}, fail: true, ...(times === undefined ? {} : { times }) });
    expect([firingsOf(faults, 6), counted()?.firings]).toEqual([expected, expected.length]);
  });

  test('by chance: the same with the same seed, different with another', () => {
    const chosen = (seed: number) => {
      const faults = createFaults({
        clock: createClock({ mode: 'virtual' }),
        random: createSeed(seed).stream('faults'),
      });
      faults.add({ on: {}, fail: true, times: { probability: 0.5 } });
      return firingsOf(faults, 100);
    };
    expect(chosen(1)).toEqual(chosen(1));
    expect(chosen(1)).not.toEqual(chosen(2));
    expect(Math.abs(chosen(1).length - 50)).toBeLessThan(20);
  });
});

describe('for how long', () => {
  test('a rule lasts for its time on the clock, and then releases what it holds', async () => {
    const { faults, clock, ids, counted } = sample({ on: {}, hold: 'there', for: '10s' });
    expect(BigInt(counted()?.expiresAtNs ?? 0) - clock.nowNs()).toBe(10_000_000_000n);
    const held = faults.at('verdict', SUBMIT);
    await clock.advance(9_999);
    expect(counted()).toMatchObject({ held: 1, expired: false });
    const { fired } = await clock.advance(1);
    expect(fired.map(({ label }) => label)).toEqual([`fault ${ids[0]}: expires`]);
    expect(await held).toMatchObject({ act: 'go' });
    expect([faults.holds(), firingsOf(faults, 3)]).toEqual([[], []]);
    // Not listed any more, but its counts can still be read.
    expect(faults.list()).toEqual([]);
    expect(counted()).toMatchObject({ firings: 1, held: 0, expired: true });
    expect([faults.remove('f1'), counted()]).toEqual([true, undefined]);
  });

  test('the last thousand rules can be read after they expire, and none before them', async () => {
    const { faults, clock } = sample();
    for (let n = 0; n < 1_001; n += 1) faults.add({ on: {}, fail: true, for: '1s' });
    await clock.advance(1_000);
    expect(['f1', 'f2', 'f1001'].map((id) => faults.get(id)?.expired)).toEqual([undefined, true, true]);
  });

  test.each(['remove', 'clear'] as const)('a rule that is removed early leaves no timer (%s)', (how) => {
    const { faults, clock } = sample({ on: {}, fail: true, for: '1h' });
    expect(clock.timers()).toBe(1);
    faults[how]('f1');
    expect(clock.timers()).toBe(0);
  });
});

describe('the state of a rule', () => {
  test('counts matches and strikes, with time and place of the last', async () => {
    const { faults, clock, counted } = sample({ on: {}, fail: true, times: { every: 2 } });
    expect(counted()).toMatchObject({ expiresAtNs: null, strikes: [] });
    for (let n = 1; n <= 44; n += 1) {
      await clock.advance(1);
      void faults.at('verdict', { ...SUBMIT, key: `k${n}` });
    }
    expect(counted()).toMatchObject({ matches: 44, firings: 22 });
    expect(counted()?.strikes).toHaveLength(20);
    expect(counted()?.strikes.at(-1)).toEqual({ atNs: `${clock.nowNs()}`, ...SUBMIT, key: 'k44' });
  });

  test.each<[FaultRule, RegExp | null]>([
    [{ on: {}, drop: 'command' }, /^lost before the owner/],
    [{ on: { edge: 'send' }, delay: '3s' }, /^late/],
    [{ on: { edge: 'send' }, duplicate: true }, /^sent twice/],
    [{ on: {}, drop: 'reply' }, /^sequenced/],
    [{ on: {}, drop: 'answer' }, /^made: the member processed the request/],
    [{ on: {}, fail: true }, null],
  ])('%j states the outcome', (rule, truth) => {
    const stated = sample(rule).counted()?.truth;
    expect(stated).toEqual(truth === null ? null : expect.stringMatching(truth));
  });
});

// What each effect does at each edge: every-effect.test.ts.
describe('what', () => {
  test('nothing, synchronously, without a rule', () => {
    expect(sample().faults.at('verdict', SUBMIT)).toBeUndefined();
  });

  test('rules strike one after another, up to one that ends it', async () => {
    const never = { on: {}, fail: true } as const;
    const { faults, clock, counted } = sample({ on: {}, delay: 1000 }, { on: {}, refuse: 'RATE_CEILING' }, never);
    const outcome = faults.at('verdict', SUBMIT);
    await clock.advance(1000);
    expect(await outcome).toMatchObject({ act: 'refuse', code: 'RATE_CEILING' });
    expect(counted(2)?.firings).toBe(0);
  });

  test('a crash of an existing member, and of none where there is none; it is refused where there are no members', async () => {
    const crashed: string[] = [];
    const clock = createClock({ mode: 'virtual' });
    const random = createSeed(1).stream('faults');
    const faults = createFaults({ clock, random, crash: (member) => crashed.push(member) });
    const { id } = faults.add({ on: { owner: 'orders' }, crash: true });
    expect(faults.at('verdict', { owner: 'orders', command: 'fill' })).toBeUndefined();
    expect(await faults.at('verdict', SUBMIT)).toMatchObject({ act: 'crash' });
    expect([crashed, faults.get(id)]).toMatchObject([['m1'], { matches: 1, firings: 1 }]);
    expect(() => sample({ on: {}, crash: true })).toThrow('no member here that could crash');
  });
});

describe('holds', () => {
  test.each<[string, Partial<FaultRule>, (faults: Faults) => void]>([
    ['removed', {}, (faults) => void faults.remove('f2')],
    ['removed with all others', {}, (faults) => faults.clear()],
    ['expired', { for: '400ms' }, () => undefined],
  ])('a rule that is %s while another delays a command does not hold it any more', async (_, over, end) => {
    const { clock, faults } = sample({ on: {}, delay: '500ms' }, { on: {}, hold: 'behind', ...over });
    const struck = faults.at('verdict', SUBMIT);
    end(faults);
    await clock.advance(500);
    expect([faults.holds(), faults.waiting()]).toEqual([[], []]);
    expect(await struck).toMatchObject({ act: 'go' });
  });

  function held() {
    const rules = ['a one', 'b one', 'c two'].map((text): FaultRule => {
      const [key = '', hold = ''] = text.split(' ');
      return { on: { key }, hold };
    });
    const at = sample(...rules);
    const gone: string[] = [];
    const arrive = (key: string) => void at.faults.at('verdict', { key })?.then(() => gone.push(key));
    for (const key of ['a', 'c', 'b', 'a']) arrive(key);
    const holds = () => Object.fromEntries(at.faults.holds().map(({ name, count }) => [name, count]));
    return { ...at, gone, arrive, holds, settled: () => new Promise((resolve) => setImmediate(resolve)) };
  }

  test('are counted by name and by rule', () => {
    const { counted, holds } = held();
    expect([holds(), [0, 1, 2].map((n) => counted(n)?.held)]).toEqual([{ one: 3, two: 1 }, [2, 1, 1]]);
  });

  test('a release frees what is held now, in order, and later things are held', async () => {
    const { faults, gone, arrive, holds, settled } = held();
    expect(faults.release('one')).toBe(3);
    arrive('b');
    await settled();
    expect([gone, holds(), faults.release('unknown')]).toEqual([['a', 'b', 'a'], { two: 1, one: 1 }, 0]);
  });

  test('the removal of a rule releases what it held, and nothing else', async () => {
    const { faults, gone, settled } = held();
    expect([faults.remove('f1'), faults.remove('f1')]).toEqual([true, false]);
    await settled();
    expect([gone, faults.list().map(({ id }) => id)]).toEqual([
      ['a', 'a'],
      ['f2', 'f3'],
    ]);
  });

  test('after clear nothing is active or held any more', async () => {
    const { faults, gone, arrive, settled } = held();
    faults.clear();
    await settled();
    expect(gone.toSorted()).toEqual(['a', 'a', 'b', 'c']);
    arrive('a');
    expect([faults.list(), faults.holds()]).toEqual([[], []]);
  });
});

describe('in a process that takes over', () => {
  const READ: Where = { method: 'GET', path: '/me', org: 1, member: 'm1' };
  const LATE: FaultRule = { on: {}, hold: 'late', times: 1 };

  /** Faults that continue, some time after those of a former process. */
  function takenOver({ clock, faults }: Pick<ReturnType<typeof sample>, 'clock' | 'faults'>, afterMs = 0) {
    const next = createClock({ mode: 'virtual', startNs: clock.nowNs() + BigInt(afterMs) * 1_000_000n });
    const mark = rulesOfText(textOfRules(faults.takeoverMark()));
    return { clock: next, faults: createFaults({ clock: next, random: createSeed(1).stream('faults'), mark }) };
  }

  test('a write is held again where it was, counted once, and by later rules there', async () => {
    const refused: FaultRule = { on: {}, refuse: 'RATE_CEILING', times: 1 };
    const former = sample({ on: { edge: 'inbox' }, delay: '1s' }, LATE, refused);
    void former.faults.at('verdict', SUBMIT);
    const { faults } = takenOver(takenOver(former));
    expect([faults.holds(), faults.list()[1]?.held]).toEqual([[], 0]);
    // It was past this edge.
    expect(faults.at('inbox', SUBMIT)).toBeUndefined();
    const held = faults.at('verdict', SUBMIT);
    expect(faults.holds()).toEqual([{ name: 'late', count: 1 }]);
    expect(faults.list().map(({ firings, matches }) => `${firings} of ${matches}`)).toEqual([
      '0 of 0',
      '1 of 1',
      '1 of 1',
    ]);
    faults.release('late');
    expect(await held).toMatchObject({ act: 'refuse', code: 'RATE_CEILING' });
    expect(faults.at('verdict', SUBMIT)).toBeUndefined();
    expect(faults.at('inbox', SUBMIT)).toBeDefined();
  });

  test('a delay ends when it would have ended', async () => {
    const former = sample({ on: {}, delay: '5s', times: 1 });
    void former.faults.at('verdict', SUBMIT);
    const { faults, clock } = takenOver(former, 2_000);
    const outcomes: unknown[] = [];
    void faults.at('verdict', SUBMIT)?.then((outcome) => outcomes.push(outcome));
    await clock.advance(2_999);
    expect(outcomes).toEqual([]);
    await clock.advance(1);
    expect(outcomes).toMatchObject([{ act: 'go' }]);
  });

  test.each<[string, (faults: Faults) => void, Where]>([
    ['its rule was removed', (faults) => faults.clear(), SUBMIT],
    ['it is another key', () => undefined, { ...SUBMIT, key: 'k2' }],
    ['it is of another organisation', () => undefined, { ...SUBMIT, org: 2 }],
  ])('a write continues if %s', (_, happens, where) => {
    const former = sample(LATE);
    void former.faults.at('verdict', SUBMIT);
    const { faults } = takenOver(former);
    happens(faults);
    expect(faults.at('verdict', where)).toBeUndefined();
  });

  test('what does not come there again has continued, and its rule says how much', () => {
    const former = sample({ on: { edge: 'answer', path: '/me' }, delay: '5s', times: 2 });
    for (let n = 0; n < 2; n += 1) void former.faults.at('answer', READ);
    const { faults } = takenOver(takenOver(former));
    expect(faults.list()).toMatchObject([{ held: 0, firings: 2, continuedAtTakeover: 2 }]);
    expect(faults.at('answer', READ)).toBeUndefined();
  });

  test('a snapshot has nothing that is held', () => {
    const { faults } = sample({ on: {}, hold: 'late' });
    void faults.at('verdict', SUBMIT);
    expect(faults.mark()).not.toHaveProperty('waits');
  });
});
