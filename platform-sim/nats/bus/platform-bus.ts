/**
 * The platform's side of the bus: it answers the requests of members of other processes, hosts their seats in its
 * worlds, and announces changes to them. Only the active platform process has one.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { JSONWebKeySet } from 'jose';
import type { Command, QuoteRow } from '../../../gateway/facts.ts';
import type { ExchangeContent, ExchangeEvent } from '../../../gateway/http/exchange-event.ts';
import type { Clock, Following, PlatformPort } from '../../../gateway/platform-port.ts';
import type { Settle } from '../../control/exchanges.ts';
import type { Faults } from '../../faults/faults.ts';
import { GO } from '../../faults/kind.ts';
import { LogError } from '../../log/log-error.ts';
import type { AddMark } from '../../marks.ts';
import type { MemberPlan } from '../../members/member-seat.ts';
import { fromMessage } from './exchange-reports.ts';
import { memberProcesses } from './member-processes.ts';
import type { SyncReply, SyncRequest, WorldState } from './messages.ts';
import type { ShownProcess } from './process-facts.ts';
import type { RemoteSeat } from './remote-seat.ts';
import { type RemoteSeats, remoteSeats } from './remote-seats.ts';
import { standbyProcesses } from './standby-processes.ts';
import { type Answer, type MemberRequest, publish, type RequestSubject, SUBJECTS } from './subjects.ts';
import { createSubscriber, type Subscription } from './subscribe.ts';

/** A world, as the bus serves it to members of other processes. */
export interface BusWorld {
  readonly name: string;
  state(): Omit<WorldState, 'epoch' | 'revision'>;
  /** The platform as one member sees it. */
  port(member: string): PlatformPort;
  restate(command: Command): Promise<unknown>;
  faults(): Pick<Faults, 'at'>;
  jwks(member: string): Promise<JSONWebKeySet>;
  record(event: ExchangeEvent, content?: ExchangeContent): Settle;
  /** Whether a member of this process has the name. */
  hasMember(name: string): boolean;
  readonly addMark: AddMark;
}

/** A world on the bus. */
export interface OnBus {
  /** The seats of the processes that are there. */
  seats(): readonly RemoteSeat[];
  /** The other processes: those that stand by, then those of members with their seats here. */
  processes(): readonly ShownProcess[];
  /** Another seat in the process that has the fewest; undefined: there is no process. */
  add(plan: MemberPlan): RemoteSeat | undefined;
  /** Resolves once every process has applied what changed, or a short patience is over. */
  settled(): Promise<void>;
  end(): void;
}

export interface PlatformBus {
  host(world: BusWorld): OnBus;
  /** Begins to answer. Call it once every world is hosted: a member ends worlds that the platform does not list. */
  serve(): void;
  /** Stops taking requests. Open ones are answered only if they succeed: members send the others to the next platform. */
  close(): void;
}

export interface PlatformBusOptions {
  readonly nc: NatsConnection;
  /** Of the lease that this process holds. */
  readonly epoch: number;
  /** The machine's. */
  readonly clock: Clock;
  /** Called with one line for the user. */
  readonly said?: ((line: string) => void) | undefined;
}

/** How long an answer of the control plane waits for a process that does not apply its change. */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 5;
/** Exchanges that wait for the fate of their answers. */
const MOST_OPEN = 1_000;

interface Hosted {
  readonly world: BusWorld;
  revision: number;
  /** The last state as JSON, without its revision. */
  last: string;
  readonly seats: RemoteSeats;
  readonly quotes: Map<number, Following>;
}

/** Opens the platform's side. Members find it with their next sync. */
export function openPlatformBus({ nc, epoch, clock, said }: PlatformBusOptions): PlatformBus {
  const worlds = new Map<string, Hosted>();
  const processes = memberProcesses(clock, (name) =>
    [...worlds.values()].some(({ world, seats }) => world.hasMember(name) || seats.has(name)),
  );

  const standbys = standbyProcesses(clock);

  function processesOf({ seats }: Hosted): readonly ShownProcess[] {
    const standing = standbys
      .list()
      .map((standby) => ({ ...standby, kind: 'standby', active: false, members: [] }) as const);
    const ofMembers = processes.list().map(({ id, report: { place } }) => {
      const members = seats.of(id).map(({ name, version }) => ({ name, version }));
      return { id, kind: 'member', active: false, ...place, controlUrl: null, members } as const;
    });
    return [...standing, ...ofMembers];
  }

  /** The current state; a changed one has the next revision. */
  function stateOf(hosted: Hosted): WorldState {
    const now = hosted.world.state();
    const { head: _, clock: time, ...rest } = now;
    // Head and time move by themselves: alone they are not a change.
    const text = JSON.stringify({ ...rest, rate: time.rate });
    if (text !== hosted.last) {
      hosted.revision += 1;
      hosted.last = text;
    }
    return { ...now, epoch, revision: hosted.revision };
  }

  function sync(report: SyncRequest): SyncReply {
    const entry = processes.receive(report);
    if (entry === undefined) return { epoch, names: [], worlds: [], states: [], orders: [] };
    for (const hosted of worlds.values()) {
      hosted.seats.receive(entry);
      followQuotes(hosted);
    }
    const states = [...worlds.values()].map(stateOf).filter((state) => {
      const known = report.worlds[state.world];
      return known?.epoch !== epoch || known.revision < state.revision;
    });
    return { epoch, names: entry.names, worlds: [...worlds.keys()], states, orders: entry.orders };
  }

  /** Follows the quotes that some process follows, and no others: each costs a timer. */
  function followQuotes({ world, quotes }: Hosted): void {
    const wanted = new Set(processes.list().flatMap(({ report }) => report.worlds[world.name]?.quotes ?? []));
    for (const [instrumentId, following] of quotes) {
      if (wanted.has(instrumentId)) continue;
      following.stop();
      quotes.delete(instrumentId);
    }
    for (const instrumentId of wanted) {
      if (quotes.has(instrumentId)) continue;
      const forward = (quote: QuoteRow): void => publish(nc, SUBJECTS.quotes, { world: world.name, quote });
      quotes.set(instrumentId, world.port('bus').quotes(instrumentId, forward));
    }
  }

  /** The exchanges of other processes whose answers are not settled. */
  const open = new Map<string, Settle>();
  const { receive, answer } = createSubscriber(nc, said);
  const served: Subscription[] = [];
  let isClosed = false;

  /** Answers the requests of one subject with the world that they name. */
  function serve<Request extends MemberRequest, Reply>(
    subject: RequestSubject<Request, Reply>,
    handle: (world: BusWorld, request: Request) => Reply | PromiseLike<Reply>,
  ): Subscription {
    return answer(subject, async (request): Promise<Answer<Reply> | undefined> => {
      const hosted = worlds.get(request.world);
      if (hosted === undefined) return isClosed ? undefined : { failed: `there is no world ${request.world}` };
      try {
        const reply = await handle(hosted.world, request);
        return isClosed && !isDone(reply) ? undefined : { answer: reply };
      } catch (error) {
        // Its log takes nothing any more: as where no platform is active, the member waits for the next one.
        if (isClosed || error instanceof LogError) return undefined;
        return { failed: error instanceof Error ? error.message : String(error) };
      }
    });
  }

  function serveRequests(): readonly Subscription[] {
    return [
      serve(SUBJECTS.lookUp, (world, { member, orgId, key }) => world.port(member).lookUp(orgId, key)),
      serve(SUBJECTS.submit, (world, { member, command }) => world.port(member).submit(command)),
      serve(SUBJECTS.promise, async (world, { member, command }) => {
        await world.port(member).promise?.(command);
        return true;
      }),
      serve(SUBJECTS.storeMaterial, (world, { member, material }) => world.port(member).storeMaterial(material)),
      serve(SUBJECTS.restate, async (world, { command }) => {
        await world.restate(command);
        return undefined;
      }),
      serve(SUBJECTS.fault, async (world, { edge, where }) => (await world.faults().at(edge, where)) ?? GO),
      serve(SUBJECTS.jwks, (world, { member }) => world.jwks(member)),
      serve(SUBJECTS.quote, (world, { instrumentId }) => lastQuote(world, instrumentId)),
    ];
  }

  function announce(): void {
    publish(nc, SUBJECTS.changed, { epoch });
  }

  /** Whether every process has this state of the world, and has carried out its orders. */
  function isSettled({ world, revision }: Hosted): boolean {
    return processes.list().every(({ report, orders }) => {
      const known = report.worlds[world.name];
      return orders.length === 0 && known !== undefined && known.epoch === epoch && known.revision >= revision;
    });
  }

  return {
    host(world) {
      const hosted: Hosted = {
        ...{ world, revision: 0, last: '', seats: remoteSeats(world, processes, announce), quotes: new Map() },
      };
      worlds.set(world.name, hosted);
      announce();
      return {
        seats: hosted.seats.list,
        processes: () => processesOf(hosted),
        add: hosted.seats.add,
        async settled() {
          stateOf(hosted);
          if (isSettled(hosted)) return;
          announce();
          const untilNs = clock.nowNs() + BigInt(PATIENCE_MS) * 1_000_000n;
          while (!isSettled(hosted) && clock.nowNs() < untilNs) {
            const { revision } = hosted;
            if (stateOf(hosted).revision > revision) announce();
            await new Promise<void>((resolve) => clock.after(LOOK_EVERY_MS, 'members apply a change', resolve));
          }
        },
        end() {
          for (const following of hosted.quotes.values()) following.stop();
          worlds.delete(world.name);
          announce();
        },
      };
    },
    serve() {
      served.push(
        ...serveRequests(),
        answer(SUBJECTS.sync, async (report) => ({ answer: sync(report) })),
        receive(SUBJECTS.standby, standbys.receive),
        receive(SUBJECTS.exchanges, ({ world, items, settled }) => {
          for (const [event, content, id] of items) {
            const settle = worlds.get(world)?.world.record(event, content === null ? undefined : fromMessage(content));
            if (settle !== undefined) open.set(id, settle);
            // Those of a process that is gone are never settled.
            if (open.size > MOST_OPEN) open.delete(open.keys().next().value ?? '');
          }
          for (const [id, fate, strikes] of settled) {
            open.get(id)?.(fate ?? undefined, strikes);
            if (fate?.act !== 'held') open.delete(id);
          }
        }),
      );
      announce();
    },
    close() {
      isClosed = true;
      for (const subscription of served) subscription.unsubscribe();
    },
  };
}

/** Whether the request has its effect: a command that was not accepted has none. */
function isDone(reply: unknown): boolean {
  return (reply as { readonly taken?: boolean } | undefined)?.taken !== false;
}

/** The last quote of an instrument; null: there is none. */
function lastQuote(world: BusWorld, instrumentId: number): QuoteRow | null {
  const found: { quote: QuoteRow | null } = { quote: null };
  const keep = (quote: QuoteRow): void => {
    found.quote = quote;
  };
  world.port('bus').quotes(instrumentId, keep).stop();
  return found.quote;
}
