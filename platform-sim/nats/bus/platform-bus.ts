/**
 * The platform's end of the bus: it answers what members of other processes ask, hosts their seats in its worlds, and
 * tells them what changed. Only the active platform process has one.
 */

import type { NatsConnection } from '@nats-io/transport-node';
import type { JSONWebKeySet } from 'jose';
import type { Command } from '../../../gateway/facts.ts';
import type { ExchangeContent, ExchangeEvent } from '../../../gateway/http/exchange-event.ts';
import type { Clock, Following, PlatformPort } from '../../../gateway/platform-port.ts';
import type { Faults } from '../../faults/faults.ts';
import { GO } from '../../faults/kind.ts';
import type { MemberPlan } from '../../members/member-seat.ts';
import { fromWire } from './exchange-content.ts';
import { memberProcesses } from './member-processes.ts';
import {
  type Ask,
  type Asked,
  encode,
  type Reply,
  type StandbyReport,
  SUBJECTS,
  type SyncReply,
  type SyncRequest,
  type ToldExchanges,
  type ToldQuote,
  type WorldState,
} from './messages.ts';
import type { ShownProcess } from './process-facts.ts';
import type { RemoteSeat } from './remote-seat.ts';
import { type RemoteSeats, remoteSeats } from './remote-seats.ts';
import { standbyProcesses } from './standby-processes.ts';
import { listening } from './subscribe.ts';

/** A world, as the bus serves it to members of other processes. */
export interface BusWorld {
  readonly name: string;
  state(): Omit<WorldState, 'epoch' | 'revision'>;
  /** The platform as one member sees it. */
  port(member: string): PlatformPort;
  restate(command: Command): Promise<unknown>;
  faults(): Pick<Faults, 'at'>;
  jwks(member: string): Promise<JSONWebKeySet>;
  observe(event: ExchangeEvent, content?: ExchangeContent): void;
  /** Whether a member of this process has the name. */
  hasMember(name: string): boolean;
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

export interface PlatformEnd {
  host(world: BusWorld): OnBus;
  /** Begins to answer, once it hosts every world: a member ends those that it is not told of. */
  serve(): void;
  /** Is asked no more, and answers what it was asked only where that succeeds: members ask the next platform for the rest. */
  close(): void;
}

export interface PlatformEndOptions {
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

interface Hosted {
  readonly world: BusWorld;
  revision: number;
  /** The last state as JSON, without its revision. */
  last: string;
  readonly seats: RemoteSeats;
  readonly quotes: Map<number, Following>;
}

/** Opens the platform's end. Members find it with their next sync. */
export function openPlatformEnd({ nc, epoch, clock, said }: PlatformEndOptions): PlatformEnd {
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
    // Head and time move by themselves: alone they are no change to tell.
    const text = JSON.stringify({ ...rest, rate: time.rate });
    if (text !== hosted.last) {
      hosted.revision += 1;
      hosted.last = text;
    }
    return { ...now, epoch, revision: hosted.revision };
  }

  function sync(report: SyncRequest): SyncReply {
    const entry = processes.hear(report);
    if (entry === undefined) return { epoch, names: [], worlds: [], states: [], orders: [] };
    for (const hosted of worlds.values()) {
      hosted.seats.hear(entry);
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
      const told = (quote: ToldQuote['quote']): void =>
        nc.publish(SUBJECTS.quotes, encode({ world: world.name, quote } satisfies ToldQuote));
      quotes.set(instrumentId, world.port('bus').quotes(instrumentId, told));
    }
  }

  const answers: { readonly [Name in keyof Asked]: (world: BusWorld, ask: Ask<Name>) => Promise<unknown> } = {
    lookUp: async (world, { member, orgId, key }) => world.port(member).lookUp(orgId, key),
    submit: async (world, { member, command }) => world.port(member).submit(command),
    promise: async (world, { member, command }) => world.port(member).promise?.(command),
    storeMaterial: (world, { member, material }) => world.port(member).storeMaterial(material),
    restate: (world, { command }) => world.restate(command),
    fault: async (world, { edge, where }) => (await world.faults().at(edge, where)) ?? GO,
    jwks: (world, { member }) => world.jwks(member),
    quote: async (world, { instrumentId }) => {
      let last: unknown = null;
      world
        .port('bus')
        .quotes(instrumentId, (quote) => {
          last = quote;
        })
        .stop();
      return last;
    },
  };

  const listen = listening(nc, said);

  function answerAsks<Name extends keyof Asked>(name: Name): { unsubscribe(): void } {
    return listen<Ask<Name>>(name, async (ask, message) => {
      const reply = await replyTo(worlds.get(ask.world), name, ask);
      if (isClosed && !isDone(reply)) return;
      message.respond(encode(reply));
    });
  }

  async function replyTo<Name extends keyof Asked>(
    hosted: Hosted | undefined,
    name: Name,
    ask: Ask<Name>,
  ): Promise<Reply> {
    if (hosted === undefined) return { failed: `there is no world ${ask.world}` };
    try {
      return { answer: await answers[name](hosted.world, ask) };
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  }

  const served: { unsubscribe(): void }[] = [];
  let isClosed = false;

  function poke(): void {
    if (!nc.isClosed()) nc.publish(SUBJECTS.poke, encode({ epoch }));
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
        ...{ world, revision: 0, last: '', seats: remoteSeats(world.name, processes, poke), quotes: new Map() },
      };
      worlds.set(world.name, hosted);
      poke();
      return {
        seats: hosted.seats.list,
        processes: () => processesOf(hosted),
        add: hosted.seats.add,
        async settled() {
          stateOf(hosted);
          if (isSettled(hosted)) return;
          poke();
          const untilNs = clock.nowNs() + BigInt(PATIENCE_MS) * 1_000_000n;
          while (!isSettled(hosted) && clock.nowNs() < untilNs) {
            const { revision } = hosted;
            if (stateOf(hosted).revision > revision) poke();
            await new Promise<void>((resolve) => clock.after(LOOK_EVERY_MS, 'members apply a change', resolve));
          }
        },
        end() {
          for (const following of hosted.quotes.values()) following.stop();
          worlds.delete(world.name);
          poke();
        },
      };
    },
    serve() {
      served.push(
        ...(Object.keys(answers) as (keyof Asked)[]).map(answerAsks),
        listen<SyncRequest>('sync', (report, message) => void message.respond(encode(sync(report)))),
        listen<StandbyReport>('standby', standbys.hear),
        listen<ToldExchanges>('exchanges', ({ world, items }) => {
          for (const [event, content] of items) {
            worlds.get(world)?.world.observe(event, content === null ? undefined : fromWire(content));
          }
        }),
      );
      poke();
    },
    close() {
      isClosed = true;
      for (const subscription of served) subscription.unsubscribe();
    },
  };
}

/** Whether what was asked is done; a command that was not taken is not. */
function isDone(reply: Reply): boolean {
  return 'answer' in reply && (reply.answer as { readonly taken?: boolean } | undefined)?.taken !== false;
}
