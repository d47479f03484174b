/** Every metric with its source. A process that has nothing of it has no samples of it. */
import type { Readiness } from '../health/readiness.ts';
import { ownVersion } from '../own-version.ts';
import type { Measured, MeasuredMember, MeasuredSequence } from './metrics.ts';
import { type Counted, MOST_MEMBERS, OTHER, type Timed } from './request-counts.ts';

export interface Sample {
  /** Of a histogram: its name with the suffix. */
  readonly metricName?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Further labels, of one object for a series: their text is made once. */
  readonly sharedLabels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a process measures, read once for a scrape. */
export interface Scraped extends Pick<Measured, 'process' | 'counts'> {
  readonly readiness: Readiness;
  readonly members: readonly MeasuredMember[];
  readonly sequence: MeasuredSequence | undefined;
}

type MetricRow = readonly [
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: (scraped: Scraped, name: string) => readonly Sample[],
];

const SOCKETS = ['trading', 'market-data'] as const;

/** By name; the text of a counter ends in `_total`. What has no world in its text is of all worlds. */
// biome-ignore format: one row a line
export const METRICS: Readonly<Record<string, MetricRow>> = {
  touchstone_build_info: ['gauge', 'The version of this package and of Node.js; the value is 1', () => [{ labels: { version: ownVersion(), node: process.version }, value: 1 }]],
  touchstone_ready: ['gauge', '1 if the process takes requests, as /health states; 0 if it does not', ({ readiness: { ready, role } }) => [{ labels: { role }, value: Number(ready) }]],
  touchstone_requests: ['counter', 'Requests that members of this process answered, with the status of the member; method WS: operations of sockets', ({ counts }) => counts.requests.requests().map(countOf)],
  touchstone_request_seconds: ['histogram', "From the arrival of a request to its member's answer, in seconds of real time", ({ counts }, name) => counts.requests.durations().flatMap((timed) => histogramOf(name, timed))],
  touchstone_requests_in_flight: ['gauge', 'Requests, handshakes and operations of sessions without an answer', ({ members }) => sumOf(members, ({ inFlight }) => inFlight)],
  touchstone_writes_in_flight: ['gauge', 'Keys whose writes have no outcome yet', ({ members }) => sumOf(members, ({ writes }) => writes)],
  touchstone_sessions: ['gauge', 'Open sessions', ({ members }) => SOCKETS.flatMap((socket) => sumOf(members, ({ sessions }) => sessions[socket], { socket }))],
  touchstone_member_lag_records: ['gauge', 'Records of the process that the member did not apply yet', ({ members }) => sumOf(members, ({ lag }) => lag)],
  touchstone_sequence_position: ['gauge', 'The position of the last record of the default world', ({ sequence }) => one(sequence?.position)],
  touchstone_inbox_commands: ['gauge', "Commands in the owners' inboxes", ({ sequence }) => [...(sequence?.inboxes ?? [])].map(([owner, value]) => ({ labels: { owner }, value }))],
  touchstone_worlds: ['gauge', 'Worlds', ({ sequence }) => one(sequence?.worlds)],
  touchstone_log_bytes: ['gauge', 'The size of the log of the default world on a disk (--data)', ({ sequence }) => one(sequence?.logBytes)],
  touchstone_faults_struck: ['counter', 'Strikes of fault rules; kind is what the rule does', ({ counts }) => counts.faults.strikes().map(countOf)],
  process_resident_memory_bytes: ['gauge', 'Resident memory', () => one(process.memoryUsage.rss())],
  nodejs_heap_used_bytes: ['gauge', 'Used memory of the heap of JavaScript', () => one(process.memoryUsage().heapUsed)],
  process_cpu_seconds: ['counter', 'Seconds of processor, user and system', () => one(Object.values(process.cpuUsage()).reduce((sum, us) => sum + us, 0) / 1e6)],
  process_start_time_seconds: ['gauge', 'The start of the process, in seconds since the epoch', (scraped) => one(Number(scraped.process.sinceNs) / 1e9)],
};

function one(value: number | undefined): readonly Sample[] {
  return value === undefined ? [] : [{ value }];
}

function countOf({ labels, count }: Counted): Sample {
  return { sharedLabels: labels, value: count };
}

function histogramOf(name: string, timed: Timed): readonly Sample[] {
  const { labels: sharedLabels, count, sumS, below } = timed;
  let upTo = 0;
  const buckets = timed.buckets.map((labels, index): Sample => {
    upTo = index < below.length ? upTo + (below[index] ?? 0) : count;
    return { metricName: `${name}_bucket`, sharedLabels: labels, value: upTo };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, sharedLabels, value: sumS },
    { metricName: `${name}_count`, sharedLabels, value: count },
  ];
}

/** Members of one name in several worlds are one series, and so are those past the most names. */
function sumOf(
  members: readonly MeasuredMember[],
  read: (member: MeasuredMember) => number,
  labels: Sample['labels'] = {},
): readonly Sample[] {
  const values = new Map<string, number>();
  for (const each of members) {
    const name = values.has(each.name) || values.size < MOST_MEMBERS ? each.name : OTHER;
    values.set(name, (values.get(name) ?? 0) + read(each));
  }
  return [...values].map(([member, value]) => ({ labels: { member, ...labels }, value }));
}
