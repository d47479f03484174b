import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NEWEST, VERSIONS, type Version } from '../../gateway/contract/versions.ts';
import { createClock } from '../clock.ts';
import { scene } from '../testing/sample-scene.ts';
import { after, type Fleet, type RollStep, walked } from './fleet.ts';
import type { Roll, RolledSeat, RollState } from './roll.ts';
import { planRoll } from './roll-plan.ts';
import { createRolls } from './rolls.ts';

/** Seats that record their calls. @param from the rolls of a former process, and its clock's time */
function aWorld(names: readonly string[] = ['m1', 'm2'], from?: { readonly text: string; readonly startNs: bigint }) {
  const calls: string[] = [];
  const clock = createClock({ mode: 'virtual', ...(from && { startNs: from.startNs }) });
  /** How often the state to store changed. */
  const changes = { count: 0 };
  const changed = (): void => {
    changes.count += 1;
  };
  const seats = names.map((name) => {
    const seat = {
      name,
      version: '0.13.0' as Version,
      isChosen: true,
      deploy({ version = NEWEST }: Parameters<RolledSeat['deploy']>[0]) {
        seat.version = version;
        calls.push(`${name} ${version}`);
      },
      restart: () => void calls.push(`${name} restarts`),
      crash: () => void calls.push(`${name} crashes`),
      move(move: 'drain' | 'return') {
        seat.isChosen = move === 'return';
        calls.push(`${name} ${move}s`);
      },
    };
    return seat;
  });
  const rolls = createRolls({ clock, machineClock: clock, seats: () => seats, from: from?.text, changed });
  return { calls, clock, seats, rolls, changes };
}

const PLAN: readonly RollStep[] = [
  { member: 'm1', do: 'drain' },
  { member: 'm1', do: 'upgrade', to: '0.14.0' },
  { member: 'm1', do: 'return' },
  { member: 'm2', do: 'crash' },
];
const CALLS = ['m1 drains', 'm1 0.14.0', 'm1 returns', 'm2 crashes'];
const STATED = { plan: PLAN, seed: 1, everyMs: 10_000 };

/** A world with the stated roll. */
function rolled() {
  const world = aWorld();
  const roll = world.rolls.add(STATED);
  /** Its state, and the number of steps that were taken in the order of the plan. */
  const so = () => {
    expect(world.calls).toEqual(CALLS.slice(0, world.calls.length));
    return [roll.state, world.calls.length];
  };
  return { ...world, roll, so, start: () => world.rolls.start(roll), step: () => world.rolls.step(roll) };
}

/** Another process takes over, some time after a process with this roll ended. */
async function takenOver({ clock, rolls }: ReturnType<typeof aWorld>, names = ['m1', 'm2'], afterMs = 0) {
  const startNs = clock.nowNs() + BigInt(afterMs) * 1_000_000n;
  const next = aWorld(names, { text: rolls.text(), startNs });
  const [roll] = next.rolls.list();
  if (roll === undefined) throw new Error('no roll was taken over');
  return { ...next, roll };
}

describe('a roll', () => {
  test('takes its first step as it starts, and the others each at its time; each step and move is stored', async () => {
    const { clock, roll, so, start, changes } = rolled();
    expect([so(), changes.count]).toEqual([['planned', 0], 1]);
    start();
    expect(so()).toEqual(['running', 1]);
    await clock.advance(9_999);
    expect(so()).toEqual(['running', 1]);
    await clock.advance(1);
    expect([so(), changes.count]).toEqual([['running', 2], 4]);
    await clock.advance(60_000);
    expect([so(), clock.timers()]).toEqual([['done', 4], 0]);
    expect(roll.steps.map(({ done }) => done)).toEqual([true, true, true, true]);
  });

  test('is paused, stepped by hand, and resumed', async () => {
    const { clock, roll, so, start, step } = rolled();
    step();
    expect(so()).toEqual(['paused', 1]);
    start();
    roll.pause();
    await clock.advance(60_000);
    expect(so()).toEqual(['paused', 2]);
    start();
    await clock.advance(10_000);
    expect(so()).toEqual(['done', 4]);
  });

  test('that is aborted takes no further step', async () => {
    const { clock, roll, so, start } = rolled();
    start();
    roll.abort();
    await clock.advance(60_000);
    expect(so()).toEqual(['aborted', 1]);
    expect(start).toThrow(/^roll r1 is aborted: it cannot start now$/);
  });

  test('runs one at a time', () => {
    const { rolls, roll, start } = rolled();
    const other = rolls.add(STATED);
    start();
    expect(() => rolls.start(other)).toThrow(/^roll r1 is running/);
    expect(() => rolls.step(other)).toThrow(/^roll r1 is running/);
    roll.pause();
    rolls.step(other);
  });

  test.each<[string, (seats: ReturnType<typeof aWorld>['seats']) => void, RegExp]>([
    ['its member was removed', (seats) => void seats.shift(), /^m1 is no member any more$/],
    ['the others were drained by hand', ([, two]) => two?.move('drain'), /^no member is left without m1$/],
  ])('fails if %s', (_, happens, why) => {
    const { seats, roll, start } = rolled();
    happens(seats);
    start();
    expect(roll).toMatchObject({ state: 'failed', why: expect.stringMatching(why) });
    expect(roll.tree).toContain('[!] 1 drain');
  });

  test('is listed among the last hundred, and while it runs', () => {
    const { rolls } = aWorld();
    const plan: readonly RollStep[] = ['m1', 'm2'].map((name) => ({ member: name, do: 'restart' }));
    const roll = rolls.add({ ...STATED, plan });
    rolls.start(roll);
    for (let n = 0; n < 100; n += 1) rolls.add({ ...STATED, plan });
    const states = ['r1', 'r2', 'r101'].map((id) => rolls.named(id)?.state);
    expect([rolls.list().length, ...states]).toEqual([100, 'running', undefined, 'planned']);
    rolls.close();
    expect(roll.state).toBe('aborted');
  });

  test('shows by member what is done and what is next', () => {
    const { roll, step } = rolled();
    step();
    expect(roll.tree).toBe(`roll r1 as stated: paused, 1 of 4 steps done, one every 10s
├─ m1, at 0.13.0 before
│  ├─ [x] 1 drain
│  ├─ [>] 2 upgrade to 0.14.0
│  └─ [ ] 3 return
└─ m2, at 0.13.0 before
   └─ [ ] 4 crash
`);
  });

  test('from a seed is carried out; one without steps is done', async () => {
    const { calls, clock, seats, rolls } = aWorld(['m1', 'm2', 'm3']);
    const roll = rolls.add({ seed: 3, to: '0.14.0', everyMs: 1_000 });
    rolls.start(roll);
    await clock.advance(600_000);
    expect(calls).toHaveLength(roll.steps.length);
    expect(seats.map(({ version, isChosen }) => [version, isChosen])).toEqual(seats.map(() => ['0.14.0', true]));
    const empty = aWorld(['m1']).rolls.add({ seed: 5, to: '0.13.0', everyMs: 1 });
    expect([empty.steps, empty.state]).toEqual([[], 'done']);
  });
});

describe('in a process that takes over', () => {
  test('the next step of a roll comes at its time, and members are as its steps left them', async () => {
    const former = rolled();
    former.start();
    await former.clock.advance(13_000);
    const { calls, clock, roll, rolls } = await takenOver(former, ['m1', 'm2'], 4_000);
    expect([roll.state, calls]).toEqual(['running', ['m1 0.14.0', 'm1 drains']]);
    await clock.advance(2_999);
    expect(calls).toHaveLength(2);
    await clock.advance(1);
    expect(calls.slice(2)).toEqual(CALLS.slice(2, 3));
    await clock.advance(10_000);
    const next = rolls.add({ ...STATED, plan: PLAN.slice(3) });
    expect([roll.state, calls.slice(2), next.id]).toEqual(['done', CALLS.slice(2), 'r2']);
  });

  test.each<[string, (world: ReturnType<typeof rolled>) => void, RollState]>([
    ['planned', () => undefined, 'planned'],
    ['paused', ({ step }) => step(), 'paused'],
    ['aborted', ({ roll }) => roll.abort(), 'aborted'],
  ])('a roll that is %s stays so', async (_, happens, state) => {
    const former = rolled();
    happens(former);
    const { clock, roll } = await takenOver(former);
    const done = ({ steps }: Roll) => steps.filter((step) => step.done).length;
    const before = done(roll);
    await clock.advance(60_000);
    expect([roll.state, done(roll)]).toEqual([state, before]);
  });

  test('a roll waits for its members, and fails if one does not come', async () => {
    const former = rolled();
    former.start();
    const one = await takenOver(former, ['m2']);
    await one.clock.advance(9_000);
    expect([one.roll.state, one.calls]).toEqual(['running', []]);
    one.seats.push(...aWorld(['m1']).seats);
    await one.clock.advance(60_000);
    expect(one.roll.state).toBe('done');
    const never = await takenOver(former, ['m2']);
    await never.clock.advance(10_000);
    const why = 'm1 did not come back after another platform process took over';
    expect(never.roll).toMatchObject({ state: 'failed', why });
  });
});

const member = (name: string, isAway = false) => ({ name, version: '0.13.0' as Version, isAway });
const THREE: Fleet = ['m1', 'm2', 'm3'].map((name) => member(name));
const DRAIN: RollStep = { member: 'm1', do: 'drain' };

describe('a plan', () => {
  const version = fc.constantFrom<Version>(...VERSIONS);
  /** With at least one present member. */
  const fleet = fc
    .array(fc.record({ version, isAway: fc.boolean() }), { minLength: 1, maxLength: 6 })
    .map((members): Fleet => members.map((one, index) => ({ name: `m${index + 1}`, ...one })))
    .filter((members) => members.some(({ isAway }) => !isAway));
  const terms = fc.record(
    { seed: fc.nat(), from: version, to: version, back: fc.boolean(), allAway: fc.boolean() },
    { requiredKeys: ['seed', 'to'] },
  );

  test('is bounded, each step is legal, some member is always present, and it ends where it must', () => {
    fc.assert(
      fc.property(fleet, terms, (members, { allAway = false, ...stated }) => {
        const steps = planRoll(members, { allAway, ...stated });
        expect(steps.length).toBeLessThanOrEqual(27 * members.length);
        let now: Fleet = members;
        for (const step of steps) {
          now = after(now, step, { allAway }) as Fleet;
          expect(now).toBeInstanceOf(Array);
          if (!allAway) expect(now.some(({ isAway }) => !isAway)).toBe(true);
        }
        const { from, to, back = false } = stated;
        expect(now).toEqual(members.map((one) => ({ ...one, version: back ? (from ?? one.version) : to })));
      }),
      { numRuns: 500 },
    );
  });

  test('is the same with the same seed and the same members', () => {
    const plan = (seed: number) => planRoll(THREE, { seed, to: '0.14.0', back: true });
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    expect(seeds.map(plan)).toEqual(seeds.map(plan));
    expect(new Set(seeds.map((seed) => JSON.stringify(plan(seed)))).size).toBeGreaterThan(15);
  });

  test.each<[string, Fleet, RollStep[], RegExp | 'legal']>([
    ['an upgrade', THREE, [{ member: 'm1', do: 'upgrade', to: '0.14.0' }], 'legal'],
    ['one to an older version', THREE, [{ member: 'm1', do: 'upgrade', to: '0.12.0' }], /^\[0\]: m1 is at 0.13.0/],
    ['a downgrade to the same', THREE, [{ member: 'm1', do: 'downgrade', to: '0.13.0' }], /no downgrade/],
    ['an upgrade to nowhere', THREE, [{ member: 'm1', do: 'upgrade' }], /state the version/],
    ['a drain to a version', THREE, [{ ...DRAIN, to: '0.14.0' }], /goes to no version/],
    ['an unknown member', THREE, [{ member: 'm9', do: 'drain' }], /there is no m9, there are m1, m2, m3/],
    ['a return of a present member', THREE, [{ member: 'm1', do: 'return' }], /m1 is not drained/],
    ['a second drain', THREE, [DRAIN, DRAIN], /^\[1\]: m1 is drained/],
    ['the last that is there', [member('m1'), member('m2', true)], [DRAIN], /no member is left/],
    ['too many steps', THREE, Array(1001).fill({ member: 'm1', do: 'restart' }), /1000 steps at the most/],
  ])('that is stated: %s', (_, fleetThen, steps, expected) => {
    const end = walked(fleetThen, steps, {});
    if (expected === 'legal') expect(end).toBeInstanceOf(Array);
    else expect(end).toMatch(expected);
  });
});

/** A roll from 0.13.0 to 0.14.0 and back under twelve writes. */
async function underTraffic(seed: number) {
  const members = [{ version: '0.13.0' }, { version: '0.13.0' }, { version: '0.13.0' }] as const;
  const at = await scene({ seed, route: 'random', members });
  const { id } = await at.operate('/rolls', { from: '0.13.0', to: '0.14.0', back: true, every: '1s' });
  await at.operate(`/rolls/${id}/start`);
  const answers: string[] = [];
  let cursor: string | null = null;
  for (let n = 0; n < 12; n += 1) {
    const write = () => at.admin.post('/portfolios', { displayName: `desk ${n}` }, { key: `w${n}` });
    const first = await write();
    await at.sandbox.clock.advance(700);
    const again = await write();
    expect(again.body).toEqual(first.body);
    const page = await at.admin.get(`/portfolios?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
    cursor = page.body.nextCursor;
    const replayed = again.headers['idempotent-replay'];
    answers.push(`${first.status} ${again.status} ${replayed} ${page.status} ${page.body.items[0]?.portfolioId}`);
  }
  await at.sandbox.clock.advance(120_000);
  const records = at.sandbox.platform.records();
  const keys = records.flatMap(({ command: { key } }) => (key?.startsWith('w') === true ? [key] : []));
  const [{ tree }] = (await at.control('GET', '/rolls')).body.items;
  return { hash: createHash('sha256').update(JSON.stringify(records)).digest('hex'), keys, tree, answers };
}

test.each([1, 2, 3])(
  'under client traffic nothing is lost, duplicated or refused, and a second run is the same: seed %i',
  async (seed) => {
    const first = await underTraffic(seed);
    expect(first.tree).toMatch(/^roll r1 of seed [0-9]+: done, ([0-9]+) of \1 steps done/);
    expect(first.keys).toEqual(Array.from({ length: 12 }, (_, n) => `w${n}`));
    expect(first.answers.filter((answer) => !answer.startsWith('201 201 true 200'))).toEqual([]);
    expect(await underTraffic(seed)).toEqual(first);
  },
);
