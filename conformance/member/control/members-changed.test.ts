import { describe, expect, test } from 'vitest';
import { startStopwatch } from '../../runner/stopwatch.ts';
import type { Control, ControlledMember } from './control.ts';
import type { ControlPlane } from './control-plane.ts';
import { ControlSession } from './control-session.ts';
import type * as wire from './wire.gen.ts';

const SURFACES = { algos: true, balances: true, intake: true, replica: false, tickets: true };

function aMember(name: string): ControlledMember {
  const contracts = { version: '0.14.0', socketVersion: '1.4.0' } as const;
  const how = { state: 'serving', position: 9, weight: 1, lag: 0, skew: 0, primed: true } as const;
  return { name, ...contracts, surfaces: SURFACES, ...how, inFlight: 0, sessions: 0 };
}

/** Two members that carry out all operations, and the operations that the control plane received. */
function twoMembers() {
  let members: readonly ControlledMember[] = [aMember('m1'), aMember('m2')];
  let routing: wire.Routing = { route: 'round-robin', namesMember: false };
  const said: string[] = [];
  const change = (name: string, to: Partial<ControlledMember>) => {
    members = members.map((member) => (member.name === name ? { ...member, ...to } : member));
  };
  const methods: Record<string, (...given: never[]) => unknown> = {
    readMembers: () => ({ items: members }),
    readRouting: () => routing,
    changeRouting: (to: wire.RoutingChange) => {
      routing = { ...routing, ...to };
    },
    deployMember: (name: string, { surfaces, ...rest }: wire.Deploy) =>
      change(name, { ...rest, surfaces: { ...SURFACES, ...surfaces } }),
    addMember: (to: wire.AddMember) => {
      members = [...members, { ...aMember(`m${members.length + 7}`), ...(to as Partial<ControlledMember>) }];
      return members.at(-1);
    },
    removeMember: (name: string) => {
      members = members.filter((member) => member.name !== name);
    },
    restartMember: (name: string) => change(name, { state: 'catching-up' }),
    catchUpMember: (name: string) => change(name, { state: 'serving' }),
    stallMember: (name: string) => change(name, { state: 'stalled' }),
    resumeMember: (name: string) => change(name, { state: 'serving' }),
    drainMember: (name: string) => change(name, { state: 'drained' }),
    returnMember: (name: string) => change(name, { state: 'serving' }),
    lagMember: (name: string, { by }: wire.Lag) => change(name, { lag: Number(by) }),
    skewMember: (name: string, { by }: wire.Skew) => change(name, { skew: Number(by) }),
    crashMember: () => undefined,
    addRoll: () => ({ id: 'r1' }),
    stepRoll: () => change('m1', { version: '0.13.0' }),
  };
  const plane = new Proxy({} as ControlPlane, {
    get: (_, name: string) =>
      async function answer(...given: never[]) {
        if (!name.startsWith('read')) said.push([name, ...given.map((one) => JSON.stringify(one))].join(' '));
        return methods[name]?.(...given);
      },
  });
  const clock = { mode: 'virtual', rate: 1 } as const;
  const hooks = {
    timeMoved: () => {},
    worldReset: () => {},
    worldRestored: () => {},
    minted: () => {},
    began: () => () => {},
  };
  const session = new ControlSession(plane, startStopwatch(), clock, hooks);
  const standing = () => ({ members: members.map(({ name: _, ...member }) => member), routing });
  return { session, said, standing };
}

const CHANGES: readonly [string, (control: Control) => Promise<unknown>][] = [
  ['surfaces', (control) => control.deploy({ surfaces: { algos: false } })],
  ['another version of one member', (control) => control.deploy({ version: '0.13.0' }, 'm2')],
  ['another socket contract', (control) => control.deploy({ socketVersion: '1.1.0' })],
  ['a weight', (control) => control.deploy({ weight: 0 }, 'm1')],
  ['a restart', (control) => control.restart()],
  ['a stall', (control) => control.stall('m1')],
  ['a drain', (control) => control.drain('m1')],
  ['a lag', (control) => control.lag(2_000)],
  ['a skew', (control) => control.skew(-3_000, 'm2')],
  ['one more member', (control) => control.addMember({ version: '0.13.0' })],
  ['one member less', (control) => control.removeMember('m2')],
  ['another routing', (control) => control.route({ route: 'sticky', namesMember: true })],
  ['a roll', async (control) => (await control.roll({})).step()],
];

describe('afterwards the members are in their original state', () => {
  test.each(CHANGES)('%s', async (_, change) => {
    const { session, standing } = twoMembers();
    const before = standing();
    await change(session);
    expect(standing()).not.toEqual(before);
    await session.finish();
    expect(standing()).toEqual(before);
  });

  test.each(CHANGES)('%s, cut off', async (_, change) => {
    const { session, standing } = twoMembers();
    const before = standing();
    const changing = change(session);
    await session.finish();
    await changing;
    expect(standing()).toEqual(before);
  });
});

test('unchanged members are not touched: deploying even the same version would start another process', async () => {
  const { session, said } = twoMembers();
  await session.deploy({ surfaces: { algos: false } }, 'm1');
  await session.crash('m2');
  said.length = 0;
  await session.finish();
  expect(said).toEqual([`deployMember "m1" ${JSON.stringify({ surfaces: SURFACES, weight: 1 })}`]);
});

test('owners return, and rolls are aborted first', async () => {
  const { session, said } = twoMembers();
  await session.roll({});
  await session.leave('orders');
  await session.finish();
  expect(said).toEqual(['addRoll {}', 'leaveOwner "orders"', 'abortRoll "r1"', 'returnOwner "orders"']);
});
