/**
 * What befalls a run besides its commands, one row a kind: how often it comes, of so many, and what it does. Whatever a row
 * draws, it draws from the run's own chance. To add a kind is to add a row.
 */
import type { Version } from '../../../../gateway/contract/versions.ts';
import type { FaultRule } from '../../../../platform-sim/faults/rule-shape.ts';
import type { RunningWorld } from '../../../../platform-sim/hosting/running-world.ts';
import type { MemberSeat } from '../../../../platform-sim/members/member-seat.ts';
import type { Rolls } from '../../../../platform-sim/rolls/rolls.ts';
import type { Random } from '../../../../platform-sim/seed.ts';

export interface Befallen {
  readonly world: RunningWorld;
  readonly seats: readonly MemberSeat[];
  readonly rolls: Rolls;
  readonly random: Random;
  /** A key of the run's pool. */
  key(): string;
}

interface Trouble {
  readonly name: string;
  readonly weight: number;
  strike(befallen: Befallen): void;
}

/** Between which members are moved: writes and reads of a run are of all of them. */
export const VERSIONS: readonly Version[] = ['0.11.4', '0.12.0', '0.13.0', '0.14.0'];
const OWNERS = ['orders', 'register'] as const;
const DELAYS = ['70ms', '300ms', '1500ms', '2500ms'] as const;
const HOLD = 'soak';

const rule = (name: string, weight: number, make: (random: Random, key: () => string) => FaultRule): Trouble => ({
  name,
  weight,
  strike: ({ world, random, key }) => void world.faults.add(make(random, key)),
});

const move = (name: string, weight: number, move: (seat: MemberSeat, random: Random) => void): Trouble => ({
  name,
  weight,
  strike: ({ seats, random }) => move(random.pick(seats), random),
});

const times = (random: Random): { readonly times: NonNullable<FaultRule['times']> } => ({ times: random.int(1, 3) });

export const TROUBLES: readonly Trouble[] = [
  rule('a command is late', 4, (random) => ({ on: { edge: 'inbox' }, delay: random.pick(DELAYS), ...times(random) })),
  rule('a verdict is late', 4, (random) => ({
    on: { edge: 'verdict', owner: random.pick(OWNERS) },
    delay: random.pick(DELAYS),
    ...times(random),
  })),
  rule('a verdict is held', 4, (random, key) => ({
    on: { edge: 'verdict', key: key() },
    hold: HOLD,
    ...times(random),
  })),
  rule('a command is held', 3, (random) => ({ on: { edge: 'send' }, hold: HOLD, ...times(random) })),
  rule('a command is lost', 3, (random) => ({ on: { edge: 'send' }, drop: 'command', ...times(random) })),
  rule('a command is sent twice', 3, (random) => ({ on: { edge: 'send' }, duplicate: true, ...times(random) })),
  rule('an inbox is full', 2, (random) => ({ on: { edge: 'inbox' }, refuse: 'INBOX_FULL', ...times(random) })),
  rule('a look-up is slow', 3, (random) => ({ on: { edge: 'look-up' }, delay: random.pick(DELAYS), ...times(random) })),
  rule('a look-up fails', 2, (random) => ({ on: { edge: 'look-up' }, fail: true, ...times(random) })),
  rule('an answer is lost', 5, (random, key) => ({
    on: { edge: 'answer', key: key() },
    drop: 'answer',
    ...times(random),
  })),
  rule('an answer is cut', 3, (random, key) => ({ on: { edge: 'answer', key: key() }, cut: true, ...times(random) })),
  rule('an answer is late', 3, (random, key) => ({
    on: { edge: 'answer', key: key() },
    delay: random.pick(DELAYS),
    ...times(random),
  })),
  rule('a fill is told twice', 2, (random) => ({
    on: { edge: 'venue', command: 'fill' },
    duplicate: true,
    ...times(random),
  })),
  rule('a record comes late', 3, (random) => ({
    on: { edge: 'record' },
    delay: random.pick(DELAYS),
    ...times(random),
  })),
  rule('a reply is lost', 3, (random) => ({ on: { edge: 'reply' }, drop: 'reply', ...times(random) })),
  rule('a member is gone before it sends', 2, () => ({ on: { edge: 'send' }, crash: true, times: 1 })),
  rule('a member is gone before it answers', 2, () => ({ on: { edge: 'answer' }, crash: true, times: 1 })),
  rule('a member is gone with a record', 2, () => ({ on: { edge: 'record' }, crash: true, times: 1 })),
  {
    name: 'what is held is let go',
    weight: 6,
    strike: ({ world }) => void world.faults.release(HOLD),
  },
  move('a member is gone', 4, (seat) => seat.crash()),
  move('a member stalls', 3, (seat) => seat.state === 'serving' && seat.move('stall')),
  move('a stalled member goes on', 4, (seat) => seat.state === 'stalled' && seat.move('resume')),
  move('a member lags', 3, (seat, random) => seat.lagBy(random.pick([0, 50, 500, 2_500]))),
  move('a member is deployed', 8, (seat, random) => seat.deploy({ version: random.pick(VERSIONS) })),
  move('a member starts anew', 2, (seat) => seat.restart('at once')),
  move('a member drains', 3, (seat) => seat.state === 'serving' && seat.move('drain')),
  move('a drained member returns', 5, (seat) => seat.state === 'drained' && seat.move('return')),
  {
    name: 'a roll begins',
    weight: 3,
    strike({ rolls, random }) {
      if (rolls.list().some(({ state }) => state === 'running')) return;
      const of = { seed: random.uint32(), to: random.pick(VERSIONS), back: random.chance(0.5) };
      const roll = rolls.add({ ...of, everyMs: random.pick([250, 2_000, 30_000]) });
      if (roll.state === 'planned') rolls.start(roll);
    },
  },
  {
    name: 'an owner leaves',
    weight: 3,
    strike: ({ world, random }) => world.controlled.owners.leave(random.pick(OWNERS)),
  },
  {
    name: 'the owners are back',
    weight: 5,
    strike: ({ world }) => comeBack(world),
  },
];

const TOTAL = TROUBLES.reduce((sum, { weight }) => sum + weight, 0);

export function troubleOf(random: Random): Trouble {
  let left = random.int(1, TOTAL);
  for (const trouble of TROUBLES) {
    left -= trouble.weight;
    if (left <= 0) return trouble;
  }
  throw new Error('a draw within the weights has a row');
}

export function comeBack({ controlled: { owners } }: RunningWorld): void {
  for (const { name } of owners.list()) owners.comeBack(name);
}

/** Nothing befalls the world any more, and what it had under way goes on. */
export function endTroubles(world: RunningWorld, seats: readonly MemberSeat[], rolls: Rolls): void {
  world.faults.clear();
  for (const roll of rolls.list()) if (roll.state === 'running') roll.abort();
  comeBack(world);
  for (const seat of seats) {
    if (seat.state === 'stalled') seat.move('resume');
    if (seat.state === 'drained') seat.move('return');
    seat.lagBy(0);
  }
}
