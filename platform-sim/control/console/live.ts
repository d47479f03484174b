/**
 * The state of the console: what `GET /events` has sent so far, as signals. Events are gathered and applied once a
 * frame, so that a thousand exchanges a second cost one drawing each frame.
 */
import { batch, type Signal, signal } from '@preact/signals';
import type {
  Balance,
  Clock,
  Exchange,
  Fault,
  Frame,
  Instrument,
  Mark,
  Member,
  Order,
  Owner,
  Pass,
  Platform,
  Principal,
  Process,
  Roll,
  Routing,
  SequencedRecord,
  Session,
  Snapshot,
  Waiting,
  World,
} from './event-types.ts';

/** What the console keeps of each list, and shows of all traffic. */
export const MOST_KEPT = 10_000;
const MOST_SESSIONS = 100;
/** Writes whose edges are kept, and edges of one key: a client may repeat a key for ever. */
const MOST_WRITES = 2_000;
const MOST_PASSES = 200;
/** The entry for requests without a principal. */
export const ANONYMOUS = 'anonymous';

/** A row with its place in the order of arrival: exchanges and frames are sorted into one list by it. */
export type Arrived<Item> = Item & { readonly at: number };

export const exchanges = signal<readonly Arrived<Exchange>[]>([]);
/** Event frames of sessions. Quotes have a separate list, so that they do not displace other frames. */
export const frames = signal<readonly Arrived<Frame>[]>([]);
export const quotes = signal<readonly Arrived<Frame>[]>([]);
/** What traffic can be filtered by, in order of appearance; of sessions the newest. */
export const seen = signal<Readonly<Record<'principals' | 'members' | 'sessions', readonly string[]>>>({
  ...{ principals: [], members: [], sessions: [] },
});
export const records = signal<readonly SequencedRecord[]>([]);
/** Deploys, crashes, resets and steps of the clock: a reset does not remove them. */
export const marks = signal<readonly Arrived<Mark>[]>([]);
/** By key, in order of time. The map is changed in place; the signal gets a new holder object so that readers notice. */
export const passes = signal<{ readonly byKey: ReadonlyMap<string, readonly Pass[]> }>({ byKey: new Map() });
export const lost = signal(0);
/** The newest exchange before the last reset: keys of earlier exchanges belong to other writes. */
export const beganAfter = signal(0);
export const isConnected = signal(false);

export const platform = signal<Platform | undefined>(undefined);
/** With the machine's time of its arrival, from which a running clock is counted on. */
export const clock = signal<(Clock & { readonly seenAtMs: number }) | undefined>(undefined);
export const members = signal<readonly Member[]>([]);
export const processes = signal<readonly Process[]>([]);
export const sessions = signal<readonly Session[]>([]);
export const routing = signal<Routing | undefined>(undefined);
export const principals = signal<readonly Principal[]>([]);
export const instruments = signal<readonly Instrument[]>([]);
export const orders = signal<readonly Order[]>([]);
export const balances = signal<readonly Balance[]>([]);
export const owners = signal<readonly Owner[]>([]);
export const faults = signal<readonly Fault[]>([]);
export const waiting = signal<readonly Waiting[]>([]);
export const rolls = signal<readonly Roll[]>([]);
export const worlds = signal<readonly World[]>([]);
export const snapshots = signal<readonly Snapshot[]>([]);

const SECTIONS = {
  ...{ platform, members, processes, sessions, routing, owners, faults, waiting, rolls },
  ...{ principals, instruments, orders, balances, worlds, snapshots },
} as const;

const nothing = () => ({
  exchanges: [] as Arrived<Exchange>[],
  /** Exchanges as they are now, which were sent before. */
  outcomes: [] as Exchange[],
  frames: [] as Arrived<Frame>[],
  quotes: [] as Arrived<Frame>[],
  records: [] as SequencedRecord[],
  passes: [] as Pass[],
  marks: [] as Arrived<Mark>[],
});

let arrived = nothing();
let arrivals = 0;
let isPlanned = false;

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  // A hidden page draws no frames, and must not gather for ever.
  if (document.hidden) setTimeout(apply, 1_000);
  else requestAnimationFrame(apply);
}

function apply(): void {
  isPlanned = false;
  const news = arrived;
  arrived = nothing();
  batch(() => {
    append(exchanges, news.exchanges);
    change(news.outcomes);
    append(frames, news.frames);
    append(quotes, news.quotes);
    append(records, news.records);
    append(marks, news.marks);
    note([...news.exchanges, ...news.frames, ...news.quotes]);
    if (news.passes.length > 0) passes.value = passedOn(news.passes);
  });
}

function append<Item>(list: Signal<readonly Item[]>, news: readonly Item[]): void {
  if (news.length > 0) list.value = [...list.value, ...news].slice(-MOST_KEPT);
}

function change(news: readonly Exchange[]): void {
  if (news.length === 0) return;
  const changed = new Map(news.map((one) => [one.n, one]));
  exchanges.value = exchanges.value.map((one) => {
    const now = changed.get(one.n);
    return now === undefined ? one : { ...now, at: one.at };
  });
}

type Named = Pick<Exchange, 'member' | 'principal' | 'session'>;

function note(news: readonly Named[]): void {
  const { principals: known, members: knownMembers, sessions: knownSessions } = seen.value;
  const found = {
    principals: withNew(known, news, ({ principal }) => principal ?? ANONYMOUS),
    members: withNew(knownMembers, news, ({ member }) => member),
    sessions: withNew(knownSessions, news, ({ session }) => session).slice(-MOST_SESSIONS),
  };
  const isNew = Object.values(found).some((names, i) => names.length !== Object.values(seen.value)[i]?.length);
  if (isNew || found.sessions.at(-1) !== knownSessions.at(-1)) seen.value = found;
}

function withNew(
  known: readonly string[],
  news: readonly Named[],
  nameOf: (one: Named) => string | undefined,
): readonly string[] {
  const names = new Set(known);
  for (const one of news) {
    const name = nameOf(one);
    if (name !== undefined) names.add(name);
  }
  return names.size === known.length ? known : [...names];
}

const byKey = new Map<string, Pass[]>();

function passedOn(news: readonly Pass[]): { readonly byKey: ReadonlyMap<string, readonly Pass[]> } {
  for (const pass of news) {
    if (pass.key === undefined) continue;
    const known = byKey.get(pass.key);
    if (known === undefined) byKey.set(pass.key, [pass]);
    else known.push(pass);
    if (known !== undefined && known.length > MOST_PASSES) known.shift();
  }
  for (const key of byKey.keys()) {
    if (byKey.size <= MOST_WRITES) break;
    byKey.delete(key);
  }
  return { byKey };
}

/** Changes the parsed event in place: it has no other reader. */
function withPlace<Item extends object>(item: Item): Arrived<Item> {
  arrivals += 1;
  return Object.assign(item, { at: arrivals });
}

/** Opens the stream. EventSource reconnects by itself, and continues at the last event. */
export function connect(url = 'events'): EventSource {
  const source = new EventSource(url);
  const on = <Data>(name: string, take: (data: Data) => void) => {
    source.addEventListener(name, (message) => take(JSON.parse((message as MessageEvent<string>).data) as Data));
  };
  source.onopen = () => {
    isConnected.value = true;
  };
  source.onerror = () => {
    isConnected.value = false;
  };
  on<Exchange>('exchange', (exchange) => {
    arrived.exchanges.push(withPlace(exchange));
    plan();
  });
  on<Exchange>('outcome', (exchange) => {
    arrived.outcomes.push(exchange);
    plan();
  });
  on<Frame>('frame', (frame) => {
    (frame.event === 'quote' ? arrived.quotes : arrived.frames).push(withPlace(frame));
    plan();
  });
  on<SequencedRecord>('record', (record) => {
    arrived.records.push(record);
    plan();
  });
  on<Mark>('mark', (mark) => {
    arrived.marks.push(withPlace(mark));
    plan();
  });
  on<Pass>('pass', (pass) => {
    arrived.passes.push(pass);
    plan();
  });
  on('began', () => {
    arrived.records = [];
    batch(() => {
      beganAfter.value = arrived.exchanges.at(-1)?.n ?? exchanges.value.at(-1)?.n ?? 0;
      records.value = [];
      byKey.clear();
      passes.value = { byKey };
    });
  });
  on<{ readonly lost: number }>('gap', (gap) => {
    lost.value += gap.lost;
  });
  on<Clock>('clock', (now) => {
    clock.value = { ...now, seenAtMs: performance.now() };
  });
  for (const [name, section] of Object.entries(SECTIONS)) {
    on(name, (value) => {
      section.value = value as never;
    });
  }
  return source;
}
