import { expect, test } from 'vitest';
import { NEWEST, type Version } from '../../gateway/contract/versions.ts';
import { createClock } from '../clock.ts';
import type { RollStep } from './fleet.ts';
import type { Roll, RolledSeat, RollState } from './roll.ts';
import { createRolls } from './rolls.ts';

/** Seats that record their calls. @param from the rolls of a former process, and its clock's time */
function aWorld(names: readonly string[] = ['m1', 'm2'], from?: { readonly text: string; readonly startNs: bigint }) {
  const told: string[] = [];
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
        told.push(`${name} ${version}`);
      },
      restart: () => void told.push(`${name} restarts`),
      crash: () => void told.push(`${name} crashes`),
      move(move: 'drain' | 'return') {
        seat.isChosen = move === 'return';
        told.push(`${name} ${move}s`);
      },
    };
    return seat;
  });
  const rolls = createRolls({ clock, machineClock: clock, seats: () => seats, from: from?.text, changed });
  return { told, clock, seats, rolls, changes };
}

/** Another process takes over, some time after a process with this roll ended. */
async function takenOver({ clock, rolls }: ReturnType<typeof aWorld>, names: readonly string[], afterMs = 0) {
  const startNs = clock.nowNs() + BigInt(afterMs) * 1_000_000n;
  const next = aWorld(names, { text: rolls.text(), startNs });
  const [roll] = next.rolls.list();
  if (roll === undefined) throw new Error('no roll was taken over');
  return { ...next, roll };
}

const PLAN: readonly RollStep[] = [
  { member: 'm1', do: 'drain' },
  { member: 'm1', do: 'upgrade', to: '0.14.0' },
  { member: 'm1', do: 'return' },
  { member: 'm2', do: 'crash' },
];
const TOLD = ['m1 drains', 'm1 0.14.0', 'm1 returns', 'm2 crashes'];
const stated = { plan: PLAN, seed: 1, everyMs: 10_000 };

test('a started roll takes its first step at once, and the others each at its time', async () => {
  const { told, clock, rolls } = aWorld();
  const roll = rolls.add(stated);
  expect([roll.state, told]).toEqual(['planned', []]);
  rolls.start(roll);
  expect([roll.state, told]).toEqual(['running', TOLD.slice(0, 1)]);
  await clock.advance(9_999);
  expect(told).toHaveLength(1);
  await clock.advance(1);
  expect(told).toEqual(TOLD.slice(0, 2));
  await clock.advance(60_000);
  expect([roll.state, told, clock.timers()]).toEqual(['done', TOLD, 0]);
  expect(roll.steps.map(({ done }) => done)).toEqual([true, true, true, true]);
});

test('it is paused, stepped by hand, and resumed', async () => {
  const { told, clock, rolls } = aWorld();
  const roll = rolls.add(stated);
  rolls.step(roll);
  expect([roll.state, told]).toEqual(['paused', TOLD.slice(0, 1)]);
  rolls.start(roll);
  roll.pause();
  await clock.advance(60_000);
  expect([roll.state, told]).toEqual(['paused', TOLD.slice(0, 2)]);
  rolls.start(roll);
  await clock.advance(10_000);
  expect([roll.state, told]).toEqual(['done', TOLD]);
});

test('an aborted roll takes no further step', async () => {
  const { told, clock, rolls } = aWorld();
  const roll = rolls.add(stated);
  rolls.start(roll);
  roll.abort();
  await clock.advance(60_000);
  expect([roll.state, told]).toEqual(['aborted', TOLD.slice(0, 1)]);
  expect(() => rolls.start(roll)).toThrow(/^roll r1 is aborted: it cannot start now$/);
});

test('in a process that takes over its next step comes at its time, and members are as its steps left them', async () => {
  const former = aWorld();
  former.rolls.start(former.rolls.add(stated));
  await former.clock.advance(13_000);
  const { told, clock, roll, rolls } = await takenOver(former, ['m1', 'm2'], 4_000);
  expect([roll.state, told]).toEqual(['running', ['m1 0.14.0', 'm1 drains']]);
  await clock.advance(2_999);
  expect(told).toHaveLength(2);
  await clock.advance(1);
  expect(told.slice(2)).toEqual(TOLD.slice(2, 3));
  await clock.advance(10_000);
  expect([roll.state, told.slice(2), rolls.add({ ...stated, plan: PLAN.slice(3) }).id]).toEqual([
    'done',
    TOLD.slice(2),
    'r2',
  ]);
});

test.each<[string, (world: ReturnType<typeof aWorld>, roll: Roll) => void, RollState]>([
  ['planned', () => undefined, 'planned'],
  ['paused', ({ rolls }, roll) => rolls.step(roll), 'paused'],
  ['aborted', (_, roll) => roll.abort(), 'aborted'],
])('one that is %s is so in a process that takes over', async (_, happens, state) => {
  const former = aWorld();
  happens(former, former.rolls.add(stated));
  const { clock, roll } = await takenOver(former, ['m1', 'm2']);
  const steps = roll.steps.filter(({ done }) => done).length;
  await clock.advance(60_000);
  expect([roll.state, roll.steps.filter(({ done }) => done).length]).toEqual([state, steps]);
});

test('in a process that takes over it waits for its members, and fails if one does not come', async () => {
  const former = aWorld();
  former.rolls.start(former.rolls.add(stated));
  const [missed] = aWorld(['m1']).seats;
  const one = await takenOver(former, ['m2']);
  await one.clock.advance(9_000);
  expect([one.roll.state, one.told]).toEqual(['running', []]);
  if (missed !== undefined) one.seats.push(missed);
  await one.clock.advance(60_000);
  expect(one.roll.state).toBe('done');
  const never = await takenOver(former, ['m2']);
  await never.clock.advance(10_000);
  expect(never.roll).toMatchObject({
    state: 'failed',
    why: 'm1 did not come back after another platform process took over',
  });
});

test('each step and each move is stored', async () => {
  const { clock, rolls, changes } = aWorld();
  const roll = rolls.add(stated);
  expect(changes.count).toBe(1);
  rolls.start(roll);
  await clock.advance(10_000);
  expect(changes.count).toBe(4);
  roll.pause();
  expect(changes.count).toBe(5);
});

test('one at a time', () => {
  const { rolls } = aWorld();
  const [one, two] = [rolls.add(stated), rolls.add(stated)];
  rolls.start(one);
  expect(() => rolls.start(two)).toThrow(/^roll r1 is running/);
  expect(() => rolls.step(two)).toThrow(/^roll r1 is running/);
  one.pause();
  rolls.step(two);
});

test.each<[string, (seats: ReturnType<typeof aWorld>['seats']) => void, RegExp]>([
  ['its member was removed', (seats) => void seats.shift(), /^m1 is no member any more$/],
  ['the others were drained by hand', ([, two]) => two?.move('drain'), /^nobody is left without m1$/],
])('it fails if %s', (_, happens, why) => {
  const { seats, rolls } = aWorld();
  const roll = rolls.add(stated);
  happens(seats);
  rolls.start(roll);
  expect(roll).toMatchObject({ state: 'failed', why: expect.stringMatching(why) });
  expect(roll.tree).toContain('[!] 1 drain');
});

test('the last hundred are listed, and the running one', () => {
  const { rolls } = aWorld();
  const plan: readonly RollStep[] = ['m1', 'm2'].map((member) => ({ member, do: 'restart' }));
  const first = rolls.add({ ...stated, plan });
  rolls.start(first);
  for (let n = 0; n < 100; n += 1) rolls.add({ ...stated, plan });
  expect([rolls.list().length, rolls.named('r1')?.state, rolls.named('r2'), rolls.named('r101')?.state]).toEqual([
    100,
    'running',
    undefined,
    'planned',
  ]);
  rolls.close();
  expect(first.state).toBe('aborted');
});

test('its tree shows by member what is done and what is next', () => {
  const { rolls } = aWorld();
  const roll = rolls.add(stated);
  rolls.step(roll);
  expect(roll.tree).toBe(`roll r1 as stated: paused, 1 of 4 steps done, one every 10s
├─ m1, at 0.13.0 before
│  ├─ [x] 1 drain
│  ├─ [>] 2 upgrade to 0.14.0
│  └─ [ ] 3 return
└─ m2, at 0.13.0 before
   └─ [ ] 4 crash
`);
});

test('a plan from a seed is carried out', async () => {
  const { told, clock, seats, rolls } = aWorld(['m1', 'm2', 'm3']);
  const roll = rolls.add({ seed: 3, to: '0.14.0', everyMs: 1_000 });
  rolls.start(roll);
  await clock.advance(600_000);
  expect(told).toHaveLength(roll.steps.length);
  expect(seats.map(({ version, isChosen }) => [version, isChosen])).toEqual(seats.map(() => ['0.14.0', true]));
});

test('without steps it is done', () => {
  const { rolls } = aWorld(['m1']);
  expect(rolls.add({ seed: 5, to: '0.13.0', everyMs: 1 })).toMatchObject({ steps: [], state: 'done' });
});
