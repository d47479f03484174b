/**
 * Troubles of a world, caused through its control plane, one row per kind: its weight and its action. Rows draw from the run's
 * own random stream. To add a kind, add a row.
 */
import type { ControlOperations } from '../../../conformance/member/control/control-plane.ts';
import { ControlRefused } from '../../../conformance/member/control/control-plane.ts';
import type { Version } from '../../../gateway/contract/versions.ts';
import type { Random } from '../../../platform-sim/seed.ts';
import { drawn } from './actions.ts';

export interface Befallen {
  readonly control: ControlOperations;
  readonly random: Random;
  /** The versions between which members are moved. */
  readonly versions: readonly Version[];
  /** Members that may stall or drain. On a running clock one member is excluded, so that it can answer. */
  readonly stallable: readonly string[];
  /** Draws a key that a write may have. */
  key(): string;
}

export const MEMBERS: readonly string[] = ['m1', 'm2', 'm3'];
const OWNERS = ['orders', 'register'] as const;
const HOLD = 'trouble';

type Rule = Parameters<ControlOperations['addFault']>[0];
type Act = (befallen: Befallen) => Promise<unknown>;

const fault =
  (rule: (befallen: Befallen) => Rule, most = 4): Act =>
  (befallen) =>
    befallen.control.addFault({ ...rule(befallen), times: befallen.random.int(1, most) });
const late = ({ random }: Befallen) => ({ delay: random.pick(['70ms', '300ms', '1500ms', '2500ms']) });
const any = ({ random }: Befallen): string => random.pick(MEMBERS);
const one = ({ random, stallable }: Befallen): string => random.pick(stallable);

// biome-ignore format: an aligned table
const TROUBLES: readonly (readonly [name: string, weight: number, Act])[] = [
  ['a command is late',                 4, fault((of) => ({ on: { edge: 'inbox' }, ...late(of) }))],
  ['a verdict is late',                 4, fault((of) => ({ on: { edge: 'verdict', owner: of.random.pick(OWNERS) }, ...late(of) }))],
  ['a verdict is held',                 3, fault(() => ({ on: { edge: 'verdict' }, hold: HOLD }))],
  ['the verdict of a key is held',      3, fault((of) => ({ on: { edge: 'verdict', key: of.key() }, hold: HOLD }))],
  ['a command is held',                 3, fault(() => ({ on: { edge: 'send' }, hold: HOLD }))],
  ['a command is lost',                 3, fault(() => ({ on: { edge: 'send' }, drop: 'command' }))],
  ['a command is sent twice',           3, fault(() => ({ on: { edge: 'send' }, duplicate: true }))],
  ['an inbox is full',                  3, fault(() => ({ on: { edge: 'inbox' }, refuse: 'INBOX_FULL' }))],
  ['a look-up is slow',                 3, fault((of) => ({ on: { edge: 'look-up' }, ...late(of) }))],
  ['a look-up fails',                   2, fault(() => ({ on: { edge: 'look-up' }, fail: true }))],
  ['an answer is lost',                 3, fault(() => ({ on: { edge: 'answer' }, drop: 'answer' }))],
  ['the answer to a key is lost',       3, fault((of) => ({ on: { edge: 'answer', key: of.key() }, drop: 'answer' }))],
  ['an answer is cut',                  3, fault(() => ({ on: { edge: 'answer' }, cut: true }))],
  ['the answer to a key is late',       3, fault((of) => ({ on: { edge: 'answer', key: of.key() }, ...late(of) }))],
  ['a fill is reported twice',          2, fault(() => ({ on: { edge: 'venue', command: 'fill' }, duplicate: true }))],
  ['a record comes late',               3, fault((of) => ({ on: { edge: 'record' }, ...late(of) }))],
  ['a reply is lost',                   3, fault(() => ({ on: { edge: 'reply' }, drop: 'reply' }))],
  ['a member crashes before it sends',  2, fault(() => ({ on: { edge: 'send' }, crash: true }), 1)],
  ['a member crashes before it answers',2, fault(() => ({ on: { edge: 'answer' }, crash: true }), 1)],
  ['a member crashes with a record',    2, fault(() => ({ on: { edge: 'record' }, crash: true }), 1)],
  ['what is held is released',          8, ({ control }) => control.release(HOLD)],
  ['a member crashes',                  4, (of) => of.control.crashMember(any(of))],
  ['a member restarts',                 3, (of) => of.control.restartMember(any(of))],
  ['a member stalls',                   3, (of) => of.control.stallMember(one(of))],
  ['a stalled member resumes',          4, (of) => of.control.resumeMember(any(of))],
  ['a member drains',                   3, (of) => of.control.drainMember(one(of))],
  ['a drained member returns',          5, (of) => of.control.returnMember(any(of))],
  ['a member lags',                     3, (of) => of.control.lagMember(any(of), { by: `${of.random.pick([0, 50, 500, 2_500])}ms` })],
  ['a member is deployed',              4, (of) => of.control.deployMember(any(of), { version: of.random.pick(of.versions) })],
  ['an owner leaves',                   3, ({ control, random }) => control.leaveOwner(random.pick(OWNERS))],
  ['the owners return',                 8, ({ control }) => ownersReturn(control)],
  ['a roll begins',                     3, roll],
];

async function roll({ control, random, versions }: Befallen): Promise<void> {
  const plan = { seed: random.int(0, 1_000_000), to: random.pick(versions), back: random.chance(0.5) };
  const { id } = await control.addRoll({ ...plan, every: random.pick(['250ms', '2s', '30s']) });
  await control.startRoll(id);
}

async function ownersReturn(control: ControlOperations): Promise<void> {
  for (const owner of OWNERS) await tolerated(control.returnOwner(owner));
}

/** Ignores refusals of the control plane, such as stalling a stalled member. */
async function tolerated(done: Promise<unknown>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (error instanceof ControlRefused && [404, 409].includes(error.status)) return false;
    throw error;
  }
}

/** Draws a trouble. Resolves with whether it happened. */
export function befall(befallen: Befallen): Promise<boolean> {
  const act = drawn(
    befallen.random,
    TROUBLES.map(([, weight, act]) => [act, weight] as const),
  );
  return tolerated(act(befallen));
}

/** Ends every trouble. Time must pass before all members serve. */
export async function endTroubles(control: ControlOperations): Promise<void> {
  await control.removeFaults();
  await tolerated(control.release(HOLD));
  for (const { id, state } of (await control.listRolls()).items) if (state === 'running') await control.abortRoll(id);
  await ownersReturn(control);
  for (const { name, state } of (await control.readMembers()).items) {
    if (state === 'stalled') await tolerated(control.resumeMember(name));
    if (state === 'drained') await tolerated(control.returnMember(name));
    await control.lagMember(name, { by: '0ms' });
  }
}

export async function isCalm(control: ControlOperations): Promise<boolean> {
  return (await control.readMembers()).items.every(({ state }) => state === 'serving');
}
