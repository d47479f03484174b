/**
 * A process of members alone: it asks the active platform which worlds there are, hosts its seats in each, and serves
 * them on its own port. While no platform is active it serves reads; it continues with the next platform that takes over.
 */
import { serverOptions } from '../../../gateway/http/server.ts';
import type { Clock } from '../../../gateway/platform-port.ts';
import { createClock } from '../../clock.ts';
import { createFront, type Front, frontOfWorlds } from '../../front/front.ts';
import { type DrainOptions, type OpenPort, openPort } from '../../front/open-port.ts';
import { noneTakes } from '../../health/readiness.ts';
import { DEFAULT_WORLD } from '../../hosting/world-address.ts';
import type { MemberPlan } from '../../members/member-seat.ts';
import { createSecrets } from '../../secrets.ts';
import { createSeed } from '../../seed.ts';
import { connectNats, watchConnection, withoutCredentials } from '../connection.ts';
import { createExchangeReporter } from './exchange-reports.ts';
import { type MemberHealth, memberHealth } from './member-health.ts';
import { type MemberWorld, memberWorld } from './member-world.ts';
import type { SyncReply, SyncRequest } from './messages.ts';
import { createPlatformRequests, isWithoutPlatform, requestOnce } from './platform-requests.ts';
import { thisProcess } from './process-facts.ts';
import { SUBJECTS } from './subjects.ts';
import { createSubscriber } from './subscribe.ts';

export interface MemberHostOptions {
  /** `nats://host:4222`. */
  readonly platform: string;
  readonly plans: readonly MemberPlan[];
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Where `/health` and `/metrics` are served, from the start to the end of the process; 127.0.0.1 unless stated. */
  readonly healthHost?: string | undefined;
  /** 0 (default): a free one. */
  readonly healthPort?: number | undefined;
  /** Called with one line: it waits for a platform, or the platform does not answer, or does again. */
  readonly said: (line: string) => void;
  /** Stops waiting for a platform. */
  readonly signal?: AbortSignal;
}

export interface MemberHost {
  readonly url: string;
  readonly healthUrl: string;
  /** The names of its members. */
  readonly names: readonly string[];
  /** The worlds that it serves. */
  worlds(): readonly string[];
  /** Resolves with the name of its last member when the control plane has removed that. */
  readonly removed: Promise<string>;
  /** Closes its sessions, answers its open requests, sends its promised writes, and leaves. */
  close(drain: DrainOptions): Promise<void>;
}

const SYNC_EVERY_MS = 1_000;
const SYNC_WITHIN_MS = 2_000;
const LEAVE_WITHIN_MS = 5_000;
/** A platform that is there answers sooner. */
const WAIT_SAID_AFTER_MS = 1_500;

/** Resolves once it serves the default world. @throws LogError, PortError */
export async function startMemberHost(options: MemberHostOptions): Promise<MemberHost> {
  const clock = createClock({ mode: 'real' });
  const health = await memberHealth({ ...options, serverOptions, clock, facts: thisProcess(clock) });
  try {
    return await hostMembers(options, clock, health);
  } catch (error) {
    await health.close();
    throw error;
  }
}

async function hostMembers(options: MemberHostOptions, clock: Clock, health: MemberHealth): Promise<MemberHost> {
  const secrets = createSecrets();
  const { id: process, ...place } = health.facts;
  const { counts } = health;
  const nc = await connectNats(options.platform, `touchstone member ${process}`);
  const platform = createPlatformRequests(nc, clock);
  const reportExchange = createExchangeReporter(nc, clock, process, platform.isConnected);
  const worlds = new Map<string, MemberWorld>();
  const fronts = new Map<string, Front>();
  let names: readonly string[] = [];
  let epoch: number | undefined;
  let ordersDone = 0;
  let gatewayUrl: string | null = null;
  let isAway = false;
  /** Syncs without an answer, one after another. */
  let missed = 0;
  let isEnding = false;
  const removed = Promise.withResolvers<string>();

  function hostWorld(name: string): MemberWorld {
    const known = worlds.get(name);
    if (known !== undefined) return known;
    const world = memberWorld({
      ...{ nc, platform, machineClock: clock, secrets, report: reportExchange, requests: counts.requests },
      plans: options.plans,
      names: () => names,
      changed: () => void sync(),
    });
    worlds.set(name, world);
    fronts.set(
      name,
      createFront({
        routing: 'round-robin',
        random: createSeed(1).stream('front'),
        nowNs: world.nowNs,
        record: (event, content) => reportExchange(name, event, content),
        backing: () => world.backing() ?? NO_MEMBERS,
        // The port is paused while this world's members are drained; another world's drain does not pause it.
        ...(name === DEFAULT_WORLD && { whenDrained: 'serve' }),
      }),
    );
    return world;
  }

  function report(leaving?: true): SyncRequest {
    const known = Object.fromEntries([...worlds].map(([name, world]) => [name, world.status()]));
    return {
      ...{ process, place: { ...place, gatewayUrl }, plans: options.plans, names, worlds: known, ordersDone },
      ...(leaving && { leaving }),
    };
  }

  async function apply(reply: SyncReply): Promise<boolean> {
    const isNew = epoch !== undefined && epoch !== reply.epoch;
    epoch = reply.epoch;
    if (isNew) platform.resend();
    ({ names } = reply);
    for (const [name, world] of worlds) {
      if (reply.worlds.includes(name)) continue;
      world.end();
      worlds.delete(name);
      fronts.delete(name);
    }
    let isChanged = false;
    for (const state of reply.states) {
      // Its stream is not ready yet: the next sync has it.
      if (state.stream === '') continue;
      isChanged = true;
      await hostWorld(state.world).become(state);
      fronts.get(state.world)?.direct({ namesMember: state.namesMember });
    }
    for (const { n, world, seat, order } of reply.orders) {
      if (n <= ordersDone) continue;
      isChanged = true;
      ordersDone = n;
      const seats = worlds.get(world)?.backing()?.seats.length ?? 0;
      if (order.does === 'remove' && world === DEFAULT_WORLD && seats === 1) removed.resolve(seat);
      else carryOut(() => worlds.get(world)?.carryOut(seat, order));
    }
    return isChanged;
  }

  function complain(error: unknown): void {
    options.said(error instanceof Error ? error.message : String(error));
  }

  /** An order can come too late, such as one for a session that ended meanwhile: it is reported, and skipped. */
  function carryOut(order: () => void): void {
    try {
      order();
    } catch (error) {
      complain(error);
    }
  }

  let syncing: Promise<void> | undefined;
  let isAskedAgain = false;

  /** One at a time; the next one reports what changes meanwhile. */
  function sync(): Promise<void> {
    if (isEnding) return Promise.resolve();
    isAskedAgain = true;
    syncing ??= syncAll()
      .catch(complain)
      .finally(() => {
        syncing = undefined;
      });
    return syncing;
  }

  async function syncAll(): Promise<void> {
    while (isAskedAgain) {
      isAskedAgain = false;
      const reply = await ask(report());
      if (reply !== undefined && (await apply(reply))) isAskedAgain = true;
      await listenIfTaking();
    }
  }

  let isPaused = false;
  /** Why its port is not open, although a member takes requests. */
  let portTrouble: string | undefined;
  let moving: Promise<void> | undefined;

  /**
   * Listens while a member of the default world takes requests: a proxy in front of a paused port goes to another
   * process by itself. Where another process has taken the port meanwhile, the next sync tries again.
   */
  async function listenIfTaking(): Promise<void> {
    const isTaking = main.backing()?.seats.some(({ isChosen }) => isChosen) ?? false;
    if (opened === undefined || isEnding || isTaking !== isPaused) return;
    try {
      moving = isTaking ? opened.resume() : opened.pause();
      await moving;
      isPaused = !isTaking;
      portTrouble = undefined;
    } catch (error) {
      const trouble = error instanceof Error ? error.message : String(error);
      if (portTrouble === undefined) options.said(trouble);
      portTrouble = trouble;
    }
  }

  async function ask(request: SyncRequest): Promise<SyncReply | undefined> {
    try {
      const reply = await requestOnce(nc, SUBJECTS.sync, request, SYNC_WITHIN_MS);
      // Another peer of the server answered, or a platform of another version.
      if (reply === undefined || 'failed' in reply) throw new Error('no platform of this version answered');
      if (isAway && epoch !== undefined) options.said('the platform answers again');
      [isAway, missed] = [false, 0];
      return reply.answer;
    } catch (error) {
      missed += 1;
      // One answer may be late on a busy machine.
      if (missed < 2 && !isWithoutPlatform(error)) return undefined;
      if (!isAway && epoch !== undefined) options.said(NO_PLATFORM);
      isAway = true;
      return undefined;
    }
  }

  const { receive } = createSubscriber(nc, options.said);
  const subscriptions = [
    receive(SUBJECTS.changed, () => void sync()),
    receive(SUBJECTS.quotes, ({ world, quote }) => worlds.get(world)?.deliverQuote(quote)),
  ];
  // Answers that were on their way when the connection was lost never arrive; reads do not wait for it.
  const connection = watchConnection(nc, (isUp) => {
    if (isUp) platform.resend();
    else platform.disconnected();
  });
  const tick = (): void => {
    if (isEnding) return;
    void sync();
    clock.after(SYNC_EVERY_MS, 'sync with the platform', tick);
  };

  const main = hostWorld(DEFAULT_WORLD);
  health.reads({
    trouble() {
      if (isEnding) return 'it ends';
      if (!platform.isConnected()) return `NATS does not answer at ${nc.getServer()}: reads continue, writes wait`;
      if (epoch === undefined) return `it waits for a platform on ${withoutCredentials(options.platform)}`;
      if (isAway) return NO_PLATFORM;
      const why = noneTakes(main.backing()?.members.list() ?? []);
      // A member that returns opens the port again, unless another process took it.
      return why ?? (opened === undefined || isPaused ? (portTrouble ?? 'its port is not open yet') : undefined);
    },
    members: () => [...worlds.values()].flatMap((world) => world.measured()),
  });
  let opened: OpenPort | undefined;
  const port = await serveWhenReady().catch(async (error: unknown) => {
    isEnding = true;
    await syncing;
    await leave();
    throw error;
  });
  opened = port;

  /** Its platform forgets its members at once. */
  async function leave(): Promise<void> {
    await ask(report(true));
    connection.stop();
    for (const subscription of subscriptions) subscription.unsubscribe();
    for (const world of worlds.values()) world.end();
    await nc.close();
  }

  async function serveWhenReady(): Promise<OpenPort> {
    tick();
    const waits = clock.after(WAIT_SAID_AFTER_MS, 'says that it waits', () => {
      if (epoch !== undefined) return;
      const shown = withoutCredentials(options.platform);
      options.said(`waits for a platform on ${shown}: start one with touchstone platform --platform ${shown}`);
    });
    while (main.backing() === undefined) {
      options.signal?.throwIfAborted();
      await new Promise<void>((resolve) => clock.after(10, 'waits for a platform', resolve));
    }
    waits.cancel();
    const { host, port } = options;
    return openPort({ host, port, option: '--port', serverOptions, clock });
  }
  const mainFront = fronts.get(DEFAULT_WORLD) as Front;
  port.serve(frontOfWorlds({ main: mainFront, named: (name) => fronts.get(name) }));
  gatewayUrl = port.url;
  void sync();

  return {
    url: port.url,
    healthUrl: health.url,
    names,
    worlds: () => [...worlds.keys()],
    removed: removed.promise,
    async close(drain) {
      isEnding = true;
      for (const world of worlds.values()) for (const seat of world.backing()?.seats ?? []) seat.member.leave();
      // One that resumes at this moment would listen again after the drain began.
      await moving?.catch(() => undefined);
      await port.drain(drain);
      const patience = new Promise<void>((resolve) => clock.after(LEAVE_WITHIN_MS, 'leaves', resolve));
      await Promise.race([Promise.all([...worlds.values()].map((world) => world.retire())), patience]);
      await leave();
      await health.close();
    },
  };
}

const NO_PLATFORM = 'no platform process answers: reads continue, writes wait for one that takes over';

/** Before a world has caught up. */
const NO_MEMBERS = {
  seats: [],
  faults: { stands: () => false, at: () => undefined },
  orgIdOf: () => undefined,
} as const;
