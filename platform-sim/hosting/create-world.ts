/**
 * Creates a world: a clock, an issuer and a front that last, and a running platform that resets and restored snapshots
 * replace. A world opens no ports: its host decides the addresses.
 */
import type { Services } from '../../gateway/services.ts';
import { ControlError } from '../control/control-error.ts';
import { createFront, type Front, recordRouted, sinceArrivalMs } from '../front/front.ts';
import { secretOf } from '../identity/personas.ts';
import { forkOf } from '../log/memory.ts';
import type { OnBus } from '../nats/bus/platform-bus.ts';
import { worldOnBus } from '../nats/bus/world-on-bus.ts';
import { sandboxProfile } from './profile.ts';
import { type RunningPlatform, runPlatform } from './running-platform.ts';
import type { World } from './world.ts';
import { limitsOf } from './world-options.ts';
import {
  type Current,
  firstClock,
  identityUrl,
  type Lasting,
  lastingParts,
  RUN_OUT_MS,
  referenceTo,
  type WorldParts,
} from './world-parts.ts';
import { type StartPlatform, statesOf } from './world-states.ts';

/** Creates a world and starts its members. */
export function createWorld(parts: WorldParts): World {
  const now = firstClock(parts);
  const lasting = lastingParts(parts, now);
  let onBus: OnBus | undefined;
  const others = () => onBus?.seats() ?? [];
  const start = platformStarter(lasting, now, others);
  now.running = start(parts.mark?.seed ?? lasting.seed, parts.mark);
  const front = startFront(lasting, now);
  onBus = joinBus(lasting, now, front);
  const permissive = parts.makePermissive?.(front, lasting.ticking, parts.failed ?? (() => {}));
  const {
    name,
    baseUrl,
    controlUrl,
    worlds,
    limits = {},
    machineClock,
    exchanges,
    frames,
    marks,
    makeScenario,
    watch,
  } = lasting;
  const end = endingOf(lasting, now, onBus);
  return {
    ...{ name, baseUrl, controlUrl, worlds, machineClock, exchanges, frames, marks, makeScenario, watch, front },
    limits: limitsOf(limits),
    clock: lasting.ticking,
    issuer: lasting.issuer,
    profile: profileOf(lasting, now.running),
    served: permissive ?? front,
    get seed() {
      return now.running.seed;
    },
    get platform() {
      return now.running.platform;
    },
    get faults() {
      return now.running.faults;
    },
    rolls: () => now.running.rolls(),
    ...membershipOf(lasting, now, onBus),
    ...statesOf(lasting, now, front, start, () => permissive?.begin()),
    ...end,
    settled: async () => void (await Promise.all([onBus?.settled(), lasting.durable?.settled?.()])),
    [Symbol.asyncDispose]: end.close,
  };
}

/** The first platform continues what is stored; each later one starts over. */
function platformStarter(lasting: Lasting, now: Current, others: () => ReturnType<OnBus['seats']>): StartPlatform {
  const { durable, issuer, secrets, machineClock, plans, world, limits = {}, defects = [], allowedHosts } = lasting;
  // No id repeats in the next process of a durable world.
  const ofStart = durable === undefined || durable.starts === 1 ? '' : ` of start ${durable.starts}`;
  const { exchanges, frames, watch, counts } = lasting;
  const observe: Services['observe'] = (event, content, request, route) => {
    counts.requests.count(event, route, sinceArrivalMs(request));
    recordRouted(request, (times) => {
      const before = exchanges.count();
      const timed = { ...event, ...times };
      const settle = exchanges.record(timed, content);
      // A strike on the answer to an op belongs to its exchange.
      if (exchanges.count() > before) watch?.exchange(exchanges.count(), timed, content, request);
      return settle;
    });
  };
  const frameTap: typeof frames.tap = (frame) => {
    frames.tap(frame);
    watch?.frame(frame);
  };
  let isFirst = true;
  return (seed, mark) => {
    exchanges.beginAgain();
    const running = runPlatform({
      of: lasting.name,
      clock: now.clock,
      ...{ machineClock, issuer, seed, world, plans, secrets, limits, defects, allowedHosts, observe, others },
      // No two worlds of a clock that runs begin at the same time.
      beginnings: lasting.clock === 'virtual' ? lasting.beginnings : undefined,
      // A mark may be used more than once, so its journal is copied.
      mark: mark && { ...mark, journal: forkOf(mark.journal, mark.journal.head()) },
      journal: isFirst && mark === undefined ? durable?.journal : durable?.startOver(seed, mark?.journal),
      snapshot: isFirst ? durable?.snapshot : undefined,
      takesOver: isFirst,
      rulesStorage: durable?.rules,
      rollsStorage: durable?.rolls,
      requestIds: now.ids.ids(`requests${ofStart}`),
      ...{ frameTap, addMark: lasting.marks.add },
      struck: (strike, where) => exchanges.struck(strike, where),
      fired: (edge, effect) => counts.faults.count(edge, effect),
    });
    issuer.personas.replace(
      running.platform.world.principals.map(({ name, clientId, externalOrgId: org, subject }) => {
        return { name, clientId, clientSecret: secretOf(secrets, lasting.firstSeed, clientId), org, subject };
      }),
    );
    isFirst = false;
    durable?.meet(() => running.faults);
    durable?.follow(running.platform);
    return running;
  };
}

function startFront({ route, mark, exchanges }: Lasting, now: Current): Front {
  const front = createFront({
    routing: route,
    random: referenceTo(() => now.ids.stream('front')),
    nowNs: () => now.clock.nowNs(),
    record: (event, content) => exchanges.record(event, content),
    backing: () => now.running,
  });
  if (mark !== undefined) front.direct(mark.routing);
  return front;
}

/** Offers the world to members of other processes; undefined: all members are of this process. */
function joinBus(lasting: Lasting, now: Current, front: Front): OnBus | undefined {
  const { bus, durable, name, machineClock, issuer, limits = {}, allowedHosts, exchanges, ticking: clock } = lasting;
  return bus?.host(
    worldOnBus({
      ...{ name, clock, machineClock, issuer, limits, allowedHosts },
      addMark: lasting.marks.add,
      record: (event, content) => exchanges.record(event, content),
      routing: () => front.routing,
      stream: () => durable?.stream?.() ?? '',
      backing: () => now.running,
    }),
  );
}

function profileOf(lasting: Lasting, { platform }: RunningPlatform) {
  const { baseUrl, controlUrl, issuer, plans, deployments, permissive = [], secrets, firstSeed } = lasting;
  return sandboxProfile({
    ...{ baseUrl, controlUrl, plans },
    issuer: { servedAt: identityUrl(controlUrl), audience: issuer.audience },
    world: platform.world,
    strict: permissive.length === 0,
    absentPrincipals: deployments.flatMap((one) => one.absentPrincipals ?? []),
    secretOf: (clientId) => secretOf(secrets, firstSeed, clientId),
  });
}

type Membership = Pick<World, 'members' | 'ownMembers' | 'processes' | 'isShared' | 'addMember' | 'removeMember'>;

/** The members of this process and of others. */
function membershipOf({ bus, process, marks }: Lasting, now: Current, onBus: OnBus | undefined): Membership {
  const others = () => onBus?.seats() ?? [];
  return {
    members: () => [...now.running.seats, ...others()],
    ownMembers: () => now.running.seats,
    processes: () => [
      { ...process, members: now.running.seats.map(({ name, version }) => ({ name, version })) },
      ...(onBus?.processes() ?? []),
    ],
    isShared: bus !== undefined,
    addMember(plan) {
      const { seats, members } = now.running;
      const added = seats.length > 0 || onBus === undefined ? members.add(plan) : onBus.add(plan);
      if (added === undefined)
        throw new ControlError(
          'CONFLICT',
          'no process of members is there: start one with touchstone member --platform',
        );
      marks.add('deploy', `${added.name} added at ${added.version}`);
      return added;
    },
    removeMember(name) {
      const { seats, members } = now.running;
      const remote = others().find((seat) => seat.name === name);
      if (remote !== undefined && others().length + seats.length === 1) return false;
      if (remote === undefined && !members.remove(name)) return false;
      remote?.remove();
      marks.add('deploy', `${name} removed`);
      return true;
    },
  };
}

type Ending = Pick<World, 'isLeaving' | 'leave' | 'retire' | 'letGo' | 'close'>;

function endingOf(
  { durable, bus, clock: kind, ticking, ended }: Lasting,
  now: Current,
  onBus: OnBus | undefined,
): Ending {
  let isLeaving = false;
  function leave(): void {
    isLeaving = true;
    // A process that takes over continues from them.
    durable?.rules?.leave();
    durable?.rolls?.leave();
    const { faults, platform, seats } = now.running;
    faults.clear();
    for (const { name: owner } of platform.owners.list()) platform.owners.comeBack(owner);
    for (const seat of seats) seat.leave();
  }

  async function end(): Promise<void> {
    ended();
    leave();
    for (const seat of onBus?.seats() ?? []) seat.leave();
    onBus?.end();
    now.running.retire();
    // Otherwise what waits for its clock would wait for ever: no caller moves it any more.
    if (kind === 'virtual') await ticking.advance(RUN_OUT_MS);
  }

  let ending: Promise<void> | undefined;
  return {
    isLeaving: () => isLeaving,
    leave,
    retire: () => now.running.retire(),
    async letGo() {
      if (bus !== undefined) await durable?.close(ticking.nowNs());
    },
    close() {
      ending ??= end();
      return ending;
    },
  };
}
