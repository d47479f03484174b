/**
 * The state of the console: what `GET /events` has sent so far, as signals. Events are gathered and applied once a
 * frame, so that a thousand exchanges a second cost one drawing each frame.
 */
import { batch, signal } from '@preact/signals';
import type {
  Balance,
  Clock,
  Exchange,
  Fault,
  Instrument,
  Member,
  Order,
  Owner,
  Pass,
  Platform,
  Principal,
  Roll,
  Routing,
  SequencedRecord,
  Session,
  Snapshot,
  Waiting,
  World,
} from './wire.ts';

/** What the console keeps of each list. */
const MOST_KEPT = 10_000;

export const exchanges = signal<readonly Exchange[]>([]);
export const records = signal<readonly SequencedRecord[]>([]);
/** By key, in order of time. The map is changed in place: a new holder says that it has been. */
export const passes = signal<{ readonly byKey: ReadonlyMap<string, readonly Pass[]> }>({ byKey: new Map() });
export const lost = signal(0);
/** The newest exchange before the sequence began anew: the keys of earlier ones are other writes. */
export const beganAfter = signal(0);
export const isConnected = signal(false);

export const platform = signal<Platform | undefined>(undefined);
/** With the machine's time of its arrival, from which a running clock is counted on. */
export const clock = signal<(Clock & { readonly seenAtMs: number }) | undefined>(undefined);
export const members = signal<readonly Member[]>([]);
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
  ...{ platform, members, sessions, routing, owners, faults, waiting, rolls },
  ...{ principals, instruments, orders, balances, worlds, snapshots },
} as const;

interface Arrived {
  exchanges: Exchange[];
  records: SequencedRecord[];
  passes: Pass[];
}

let arrived: Arrived = { exchanges: [], records: [], passes: [] };
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
  arrived = { exchanges: [], records: [], passes: [] };
  batch(() => {
    if (news.exchanges.length > 0) exchanges.value = appended(exchanges.value, news.exchanges);
    if (news.records.length > 0) records.value = appended(records.value, news.records);
    if (news.passes.length > 0) passes.value = passedOn(news.passes);
  });
}

function appended<Item>(known: readonly Item[], news: readonly Item[]): readonly Item[] {
  return [...known, ...news].slice(-MOST_KEPT);
}

const byKey = new Map<string, Pass[]>();

function passedOn(news: readonly Pass[]): { readonly byKey: ReadonlyMap<string, readonly Pass[]> } {
  for (const pass of news) {
    if (pass.key === undefined) continue;
    const known = byKey.get(pass.key);
    if (known === undefined) byKey.set(pass.key, [pass]);
    else known.push(pass);
  }
  for (const key of byKey.keys()) {
    if (byKey.size <= MOST_KEPT) break;
    byKey.delete(key);
  }
  return { byKey };
}

/** Opens the stream; EventSource connects again by itself, and continues where it was. */
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
    arrived.exchanges.push(exchange);
    plan();
  });
  on<SequencedRecord>('record', (record) => {
    arrived.records.push(record);
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
