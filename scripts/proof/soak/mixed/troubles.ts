/** What befalls the world of the mixed soak, through its control plane: faults, crashes, stalls, lags, absent owners, rolls. */
import type { ControlOperations } from '../../../../conformance/member/control/control-plane.ts';
import { ControlRefused } from '../../../../conformance/member/control/control-plane.ts';
import { createSeed, type Random } from '../../../../platform-sim/seed.ts';

export const MEMBER_VERSIONS = ['0.13.0', '0.14.0'] as const;
const MEMBERS = ['m1', 'm2', 'm3'] as const;
/** One is left to answer. */
const SPARED = ['m2', 'm3'] as const;
const OWNERS = ['orders', 'register'] as const;
const HOLD = 'soak';

type Rule = Parameters<ControlOperations['addFault']>[0];
type Trouble = (control: ControlOperations, random: Random) => Promise<unknown>;

const delay = (random: Random) => `${random.pick([70, 300, 1_500])}ms`;
const fault =
  (rule: (random: Random) => Rule): Trouble =>
  (control, random) =>
    control.addFault({ ...rule(random), times: random.int(1, 5) });

const TROUBLES: readonly Trouble[] = [
  fault((random) => ({ on: { edge: 'inbox' }, delay: delay(random) })),
  fault((random) => ({ on: { edge: 'verdict', owner: 'orders' }, delay: delay(random) })),
  fault((random) => ({ on: { edge: 'record' }, delay: delay(random) })),
  fault((random) => ({ on: { edge: 'look-up' }, delay: delay(random) })),
  fault(() => ({ on: { edge: 'verdict' }, hold: HOLD })),
  fault(() => ({ on: { edge: 'inbox' }, refuse: 'INBOX_FULL' })),
  fault(() => ({ on: { edge: 'send' }, drop: 'command' })),
  fault(() => ({ on: { edge: 'send' }, duplicate: true })),
  fault(() => ({ on: { edge: 'reply' }, drop: 'reply' })),
  fault(() => ({ on: { edge: 'answer' }, drop: 'answer' })),
  fault(() => ({ on: { edge: 'answer' }, cut: true })),
  fault(() => ({ on: { edge: 'send' }, crash: true })),
  (control) => control.release(HOLD),
  (control) => control.release(HOLD),
  (control) => control.release(HOLD),
  (control, random) => control.crashMember(random.pick(MEMBERS)),
  (control, random) => control.restartMember(random.pick(MEMBERS)),
  (control, random) => control.stallMember(random.pick(SPARED)),
  (control, random) => control.resumeMember(random.pick(MEMBERS)),
  (control, random) => control.drainMember(random.pick(SPARED)),
  (control, random) => control.returnMember(random.pick(MEMBERS)),
  (control, random) => control.lagMember(random.pick(MEMBERS), { by: `${random.pick([0, 50, 500])}ms` }),
  (control, random) => control.leaveOwner(random.pick(OWNERS)),
  ownersReturn,
  ownersReturn,
  ownersReturn,
  ownersReturn,
  roll,
];

async function ownersReturn(control: ControlOperations): Promise<void> {
  for (const owner of OWNERS) await tolerated(control.returnOwner(owner));
}

async function roll(control: ControlOperations, random: Random): Promise<void> {
  const [to, seed] = [random.pick(MEMBER_VERSIONS), random.int(0, 1_000_000)];
  const { id } = await control.addRoll({ seed, to, back: random.chance(0.5), every: '300ms' });
  await control.startRoll(id);
}

/** A member that is stalled already cannot be stalled: the plane refuses it, and nothing is wrong. */
async function tolerated(done: Promise<unknown>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (error instanceof ControlRefused && error.status < 500) return false;
    throw error;
  }
}

/** Strikes until `isOver`; resolves with how many did. `pause` takes milliseconds. */
export async function strike(
  control: ControlOperations,
  seed: number,
  isOver: () => boolean,
  pause: (ms: number) => Promise<void>,
): Promise<number> {
  const random = createSeed(seed).fresh('mixed/troubles');
  let struck = 0;
  while (!isOver()) {
    const trouble = random.pick(TROUBLES);
    if (await tolerated(trouble(control, random))) struck += 1;
    await pause(random.int(50, 500));
  }
  return struck;
}

/** Ends every trouble; resolves when all members serve. */
export async function calm(control: ControlOperations, pause: (ms: number) => Promise<void>): Promise<void> {
  await control.removeFaults();
  await control.release(HOLD);
  for (const { id, state } of (await control.listRolls()).items) if (state === 'running') await control.abortRoll(id);
  await ownersReturn(control);
  for (;;) {
    const { items } = await control.readMembers();
    const away = items.filter(({ state }) => state !== 'serving');
    if (away.length === 0) break;
    for (const { name, state } of away) {
      if (state === 'stalled') await tolerated(control.resumeMember(name));
      if (state === 'drained') await tolerated(control.returnMember(name));
    }
    await pause(50);
  }
  for (const name of MEMBERS) await control.lagMember(name, { by: '0ms' });
}
