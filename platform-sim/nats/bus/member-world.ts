/**
 * One world in a process of members alone: its seats on the records of the world's stream, behind a front of their own.
 * A reset on the platform begins another stream: the process then hosts the world again, between two requests.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { QuoteRow, SequencedRecord } from '../../../gateway/facts.ts';
import type { Clock } from '../../../gateway/platform-port.ts';
import { type ControllableClock, createClock } from '../../clock.ts';
import type { Edge } from '../../faults/edges.ts';
import { createSocketEdge } from '../../faults/socket-edge.ts';
import { type Backing, recordRouted, sinceArrivalMs } from '../../front/front.ts';
import { seatMaker } from '../../members/make-seat.ts';
import type { MemberPlan, MemberSeat } from '../../members/member-seat.ts';
import { createMemberSeats, type MemberSeats, markOf, type SeatMark } from '../../members/member-seats.ts';
import { type MeasuredMember, measuredMember } from '../../metrics/metrics.ts';
import type { RequestCounts } from '../../metrics/request-counts.ts';
import type { Secrets } from '../../secrets.ts';
import { createSeed } from '../../seed.ts';
import { followStream } from '../stream/follow-stream.ts';
import type { ExchangeReporter } from './exchange-reports.ts';
import type { ClockState, SeatOrder, SeatStatus, WorldState, WorldStatus } from './messages.ts';
import type { PlatformRequests } from './platform-requests.ts';
import { type RemoteQuotes, remoteFaults, remotePorts, remoteQuotes } from './remote-port.ts';
import { createStreamRecords } from './stream-records.ts';
import { SUBJECTS } from './subjects.ts';

/** Sessions that are reported one by one. */
const SESSIONS_REPORTED = 500;

export interface MemberWorldOptions {
  readonly nc: NatsConnection;
  readonly platform: Pick<PlatformRequests, 'request'>;
  readonly machineClock: Clock;
  readonly secrets: Secrets;
  readonly report: ExchangeReporter;
  readonly requests: RequestCounts;
  readonly plans: readonly MemberPlan[];
  /** The names of its seats, in the order of the plans. */
  names(): readonly string[];
  /** The quotes that its sessions follow have changed. */
  changed(): void;
}

/** The parts that serve one stream's records. */
interface HostedStream extends Backing {
  readonly stream: string;
  readonly members: MemberSeats;
  readonly quotes: RemoteQuotes;
  /** The last position that this process has. */
  head(): number;
  stop(): void;
}

export interface MemberWorld {
  /** undefined: it is still catching up with the platform. */
  backing(): (Backing & { readonly members: MemberSeats }) | undefined;
  /** Its time: the machine's before its first state. */
  nowNs(): bigint;
  /** Resolves once it serves what the state names. */
  become(state: WorldState): Promise<void>;
  carryOut(seat: string, order: SeatOrder): void;
  deliverQuote(quote: QuoteRow): void;
  status(): WorldStatus;
  /** Its members, for a scrape of this process. */
  measured(): readonly MeasuredMember[];
  /** Ends its sessions, and resolves once its promised writes are accepted. */
  retire(): Promise<void>;
  end(): void;
}

/** A world that serves nothing before its first state. */
export function memberWorld(options: MemberWorldOptions): MemberWorld {
  let state: WorldState | undefined;
  let standing: ReadonlySet<Edge> = new Set();
  let hosted: HostedStream | undefined;
  let clock: ControllableClock | undefined;
  let becoming: Promise<void> = Promise.resolve();
  let lost = false;

  async function host(next: WorldState): Promise<void> {
    standing = new Set(next.standing);
    clock = clockAt(next.clock, options.machineClock, clock);
    if (hosted === undefined || hosted.stream !== next.stream || lost) {
      lost = false;
      const former = hosted;
      hosted = await begin(next, clock);
      former?.stop();
    }
    state = next;
  }

  async function begin(next: WorldState, worldClock: Clock): Promise<HostedStream> {
    const { platform, nc, machineClock, secrets, plans, requests } = options;
    const names = options.names();
    const records = createStreamRecords();
    const orgIds = new Map<string, number>();
    records.follow(0, (record) => noteOrganisations(orgIds, record));
    const following = followStream({
      ...{ nc, stream: next.stream, after: 0, apply: records.add },
      lost() {
        // The next sync begins it again, from the stream that the platform then names.
        lost = true;
        options.changed();
      },
    });
    await records.reached(next.head);
    const faults = remoteFaults(next.world, platform, () => standing);
    const quotes = remoteQuotes(next.world, platform, options.changed);
    const seed = createSeed(next.seed);
    const port = remotePorts({ world: next.world, platform, records, faults, clock: worldClock, quotes });
    const make = seatMaker({
      ...{ clock: worldClock, machineClock, secrets, port, issuer: issuerOf(next), limits: next.limits },
      cursorKey: Buffer.from(next.keys.cursors, 'base64'),
      ticketKey: Buffer.from(next.keys.tickets, 'base64'),
      socketEdge: createSocketEdge(faults, seed.stream('frames')),
      jwks: (member) => platform.request(SUBJECTS.jwks, { world: next.world, member }),
      // Other processes of this seed must mint other ids: each contains a random name of this start.
      requestIds: createSeed(next.seed).ids(`requests of ${secrets.hex(32)}`),
      allowedHosts: next.allowedHosts,
      defects: [],
      observe(event, content, request, route) {
        requests.count(event, route, sinceArrivalMs(request));
        recordRouted(request, (times) => options.report(next.world, { ...event, ...times }, content));
      },
    });
    const former = hosted?.members.list();
    const members = createMemberSeats(
      { count: 0, seats: plans.map((plan, index) => firstMark(plan, names[index], former?.[index])) },
      make,
    );
    return {
      stream: next.stream,
      head: records.head,
      ...{ faults, members, quotes },
      get seats() {
        return members.list();
      },
      orgIdOf: (externalOrgId) => orgIds.get(externalOrgId),
      stop() {
        following.stop();
        members.end();
      },
    };
  }

  return {
    backing: () => hosted,
    nowNs: () => (clock ?? options.machineClock).nowNs(),
    become(wanted) {
      becoming = becoming.catch(() => undefined).then(() => host(wanted));
      return becoming;
    },
    carryOut(name, order) {
      if (order.does === 'add') hosted?.members.add(order.plan, name);
      const seat = hosted?.members.named(name);
      if (seat === undefined || order.does === 'add') return;
      if (order.does === 'remove') hosted?.members.remove(name);
      else carryOut(seat, order);
    },
    deliverQuote: (quote) => hosted?.quotes.deliver(quote),
    status: () => ({
      epoch: state?.epoch ?? -1,
      revision: lost ? -1 : (state?.revision ?? -1),
      seats: hosted?.members.list().map(statusOf) ?? [],
      quotes: hosted?.quotes.followed() ?? [],
    }),
    measured: () => hosted?.members.list().map((seat) => measuredMember(seat, hosted?.head() ?? 0)) ?? [],
    async retire() {
      await Promise.all(hosted?.members.list().map((seat) => seat.retire()) ?? []);
    },
    end: () => hosted?.stop(),
  };
}

function issuerOf({ issuer: { url, audience } }: WorldState) {
  return { issuer: url, audience };
}

/** A scaled clock runs from where the platform's stands now, by the machine's time. */
function clockAt(
  { mode, rate, nowNs, machineNs }: ClockState,
  machine: Clock,
  known?: ControllableClock,
): ControllableClock {
  if (mode === 'real') return known ?? createClock({ mode });
  const passedNs = machine.nowNs() - BigInt(machineNs);
  const startNs = BigInt(nowNs) + BigInt(Math.round(Number(passedNs) * rate));
  if (known === undefined) {
    const clock = createClock({ mode, rate: rate === 0 ? 1 : rate, startNs });
    if (rate === 0) clock.runAt(0);
    return clock;
  }
  if (known.rate !== rate) known.runAt(rate, startNs);
  return known;
}

function firstMark(plan: MemberPlan, name = '', former?: MemberSeat): SeatMark {
  const deployed = former === undefined ? { ...plan, lagMs: 0, state: 'serving' as const } : markOf(former);
  return { ...deployed, name, position: 0 };
}

function noteOrganisations(orgIds: Map<string, number>, { verdict }: SequencedRecord): void {
  for (const fact of verdict.facts ?? []) {
    if ('family' in fact && fact.family === 'orgs') orgIds.set(fact.row.externalId, fact.row.orgId);
  }
}

type Of<Does extends SeatOrder['does']> = Extract<SeatOrder, { readonly does: Does }>;

/** What each order does to the seat that it names. */
const ORDERS: {
  readonly [Does in Exclude<SeatOrder['does'], 'add' | 'remove'>]: (seat: MemberSeat, order: Of<Does>) => void;
} = {
  deploy: (seat, { change }) => seat.deploy(change),
  restart: (seat, { catchUp }) => seat.restart(catchUp),
  crash: (seat, { catchUp }) => seat.crash(catchUp),
  move: (seat, { move }) => seat.move(move),
  lag: (seat, { ms }) => seat.lagBy(ms),
  skew: (seat, { ms }) => seat.skewBy(ms),
  leave: (seat) => seat.leave(),
  'close-session': (seat, { session, code, reason }) => seat.openSessions().get(session)?.close(code, reason),
  'expire-session': (seat, { session, endNs }) => void seat.openSessions().get(session)?.expire(BigInt(endNs)),
  'revoke-session': (seat, { session }) => void seat.openSessions().get(session)?.revoke(),
};

function carryOut(seat: MemberSeat, order: Exclude<SeatOrder, Of<'add'> | Of<'remove'>>): void {
  const act = ORDERS[order.does] as (seat: MemberSeat, order: SeatOrder) => void;
  act(seat, order);
}

function statusOf(seat: MemberSeat): SeatStatus {
  const { inFlight, sessions } = seat;
  const open = [...seat.openSessions()].slice(0, SESSIONS_REPORTED);
  return {
    ...markOf(seat),
    ...{ inFlight, sessions },
    openSessions: open.map(([number, session]) => [number, session.facts()]),
  };
}
