/** Every metric with its source: a row without samples is left out where a process has nothing of it. */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import type { Readiness } from '../health/readiness.ts';
import type { Measured, MeasuredMember, MeasuredSequence } from './metrics.ts';
import { BOUNDS_S, type Counted, MOST_MEMBERS, OTHER, type Timed } from './request-counts.ts';

export interface Sample {
  /** Of a histogram: its name with the suffix. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Further labels, of one object for a series: their text is made once. */
  readonly sharedLabels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: (scraped: Scraped, name: string) => readonly Sample[];
}

/** What a process measures, read once for a scrape. */
export interface Scraped extends Pick<Measured, 'process' | 'counts'> {
  readonly readiness: Readiness;
  readonly members: readonly MeasuredMember[];
  readonly sequence: MeasuredSequence | undefined;
}

const NS_PER_S = 1e9;
const NONE = {};

/** By name; the text of a counter ends in `_total`. */
export const METRICS: Readonly<Record<string, MetricRow>> = {
  touchstone_build_info: {
    type: 'gauge',
    help: 'The version of this package and of Node.js; the value is 1',
    samples: () => [{ labels: { version: ownVersion(), node: process.version }, value: 1 }],
  },
  touchstone_ready: {
    type: 'gauge',
    help: '1 if the process takes requests, as /health states; 0 if it does not',
    samples: ({ readiness: { ready, role } }) => [{ labels: { role }, value: Number(ready) }],
  },
  touchstone_requests: {
    type: 'counter',
    help: 'Requests that members of this process answered, with the status of the member; method WS: operations of sockets',
    samples: ({ counts }) => (counts?.requests.requests() ?? []).map(countOf),
  },
  touchstone_request_seconds: {
    type: 'histogram',
    help: "From the arrival of a request to its member's answer, in seconds of real time",
    samples: ({ counts }, name) => (counts?.requests.durations() ?? []).flatMap((timed) => histogramOf(name, timed)),
  },
  touchstone_requests_in_flight: {
    type: 'gauge',
    help: 'Requests, handshakes and operations of sessions without an answer, of all worlds',
    samples: ({ members }) => sumOf(members, ({ inFlight }) => inFlight),
  },
  touchstone_writes_in_flight: {
    type: 'gauge',
    help: 'Keys whose writes have no outcome yet, of all worlds',
    samples: ({ members }) => sumOf(members, ({ writes }) => writes),
  },
  touchstone_sessions: {
    type: 'gauge',
    help: 'Open sessions, of all worlds',
    samples: ({ members }) =>
      (['trading', 'market-data'] as const).flatMap((socket) =>
        sumOf(members, ({ sessions }) => sessions[socket], { socket }),
      ),
  },
  touchstone_member_lag_records: {
    type: 'gauge',
    help: 'Records of the process that the member did not apply yet, the most of its worlds',
    samples: ({ members }) => byName(members, ({ lag }) => lag, Math.max),
  },
  touchstone_sequence_position: {
    type: 'gauge',
    help: 'The position of the last record of the default world',
    samples: ({ sequence }) => one(sequence?.position),
  },
  touchstone_inbox_commands: {
    type: 'gauge',
    help: "Commands in the owners' inboxes, of all worlds",
    samples: ({ sequence }) => [...(sequence?.inboxes ?? [])].map(([owner, value]) => ({ labels: { owner }, value })),
  },
  touchstone_worlds: { type: 'gauge', help: 'Worlds', samples: ({ sequence }) => one(sequence?.worlds) },
  touchstone_log_bytes: {
    type: 'gauge',
    help: 'The size of the log of the default world on a disk (--data)',
    samples: ({ sequence }) => one(sequence?.logBytes),
  },
  touchstone_faults_struck: {
    type: 'counter',
    help: 'Strikes of fault rules, of all worlds; kind is what the rule does',
    samples: ({ counts }) => (counts?.faults.strikes() ?? []).map(countOf),
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Resident memory',
    samples: () => one(process.memoryUsage.rss()),
  },
  nodejs_heap_used_bytes: {
    type: 'gauge',
    help: 'Used memory of the heap of JavaScript',
    samples: () => one(process.memoryUsage().heapUsed),
  },
  process_cpu_seconds: {
    type: 'counter',
    help: 'Seconds of processor, user and system',
    samples() {
      const { user, system } = process.cpuUsage();
      return one((user + system) / 1e6);
    },
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'The start of the process, in seconds since the epoch',
    samples: ({ process: { sinceNs } }) => one(Number(sinceNs) / NS_PER_S),
  },
};

function one(value: number | undefined): readonly Sample[] {
  return value === undefined ? [] : [{ labels: NONE, value }];
}

function countOf({ labels, count }: Counted): Sample {
  return { labels: NONE, sharedLabels: labels, value: count };
}

/** The labels of each bucket of a route: one object for a series, so that the library makes its text once. */
const BUCKETS = new WeakMap<Timed, readonly Sample['labels'][]>();

function bucketsOf(timed: Timed): readonly Sample['labels'][] {
  // As the specification writes them: 1.0, not 1.
  const bounds = [...BOUNDS_S.map((bound) => (Number.isInteger(bound) ? `${bound}.0` : `${bound}`)), '+Inf'];
  const buckets = BUCKETS.get(timed) ?? bounds.map((le) => ({ le, ...timed.labels }));
  BUCKETS.set(timed, buckets);
  return buckets;
}

function histogramOf(name: string, timed: Timed): readonly Sample[] {
  const { labels: sharedLabels, count, sumS, below } = timed;
  let upTo = 0;
  const buckets = bucketsOf(timed).map((labels, index): Sample => {
    upTo = index < below.length ? upTo + (below[index] ?? 0) : count;
    return { metricName: `${name}_bucket`, labels: NONE, sharedLabels: labels, value: upTo };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: NONE, sharedLabels, value: sumS },
    { metricName: `${name}_count`, labels: NONE, sharedLabels, value: count },
  ];
}

function sumOf(
  members: readonly MeasuredMember[],
  read: (member: MeasuredMember) => number,
  labels: Readonly<Record<string, string>> = {},
): readonly Sample[] {
  return byName(members, read, (one, other) => one + other, labels);
}

/** Members of one name in several worlds are one series, and so are those past the most names. */
function byName(
  members: readonly MeasuredMember[],
  read: (member: MeasuredMember) => number,
  join: (one: number, other: number) => number,
  labels: Readonly<Record<string, string>> = {},
): readonly Sample[] {
  const values = new Map<string, number>();
  for (const each of members) {
    const name = values.has(each.name) || values.size < MOST_MEMBERS ? each.name : OTHER;
    const known = values.get(name);
    values.set(name, known === undefined ? read(each) : join(known, read(each)));
  }
  return [...values].map(([member, value]) => ({ labels: { member, ...labels }, value }));
}

let known: string | undefined;

function ownVersion(): string {
  const path = findPackageJSON('.', import.meta.url);
  known ??= path === undefined ? '' : (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
  return known;
}
