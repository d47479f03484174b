import { ANONYMOUS } from '../live.ts';
import { isFrame, type TrafficRow } from './rows.ts';

/** What the table of traffic shows; an empty text: everything. */
export interface Filter {
  readonly text: string;
  readonly principal: string;
  readonly member: string;
  readonly session: string;
  readonly kind: '' | keyof typeof KINDS;
  readonly status: '' | keyof typeof STATUSES;
  /** false: quotes are left out. */
  readonly quotes: boolean;
}

export const EVERYTHING: Filter = {
  ...{ text: '', principal: '', member: '', session: '', kind: '', status: '' },
  quotes: true,
};

type Kind = 'request' | 'op' | 'event' | 'end' | 'fault';

/** An end that a fault made is a fault's. */
function kindOf(row: TrafficRow): Kind {
  if (isFrame(row)) return 'event';
  if (row.fault !== undefined) return 'fault';
  if (row.closed !== undefined) return 'end';
  return row.op === undefined ? 'request' : 'op';
}

/** Kinds of rows by what a person calls them. */
export const KINDS = {
  requests: 'request',
  'socket ops': 'op',
  'socket events': 'event',
  'ends of sessions': 'end',
  'faults on frames': 'fault',
} as const satisfies Record<string, Kind>;

function isAnswered(from: number, to: number): (row: TrafficRow) => boolean {
  return (row) => !isFrame(row) && row.status >= from && row.status < to;
}

export const STATUSES = {
  refused: (row) => !isFrame(row) && row.refused !== null,
  '2xx': isAnswered(200, 300),
  '4xx': isAnswered(400, 500),
  '5xx': isAnswered(500, 600),
} as const satisfies Record<string, (row: TrafficRow) => boolean>;

function wordsOf(row: TrafficRow): string {
  const words = isFrame(row)
    ? ['WS', row.event, row.topic, row.socket, row.position]
    : [row.method, row.path, row.key, row.requestId, row.refused?.code, row.op, row.closed?.why, row.status];
  return [...words, row.session].join(' ').toLowerCase();
}

/**
 * Whether a row passes. The text is looked for in the route, key, code and request id, and of a frame in its event, topic,
 * session and position.
 */
export function passes(row: TrafficRow, { text, principal, member, session, kind, status, quotes }: Filter): boolean {
  if (!quotes && isFrame(row) && row.event === 'quote') return false;
  if (kind !== '' && kindOf(row) !== KINDS[kind]) return false;
  if (status !== '' && !STATUSES[status](row)) return false;
  if (principal !== '' && (row.principal ?? ANONYMOUS) !== principal) return false;
  if (member !== '' && row.member !== member) return false;
  if (session !== '' && row.session !== session) return false;
  if (text === '') return true;
  const all = wordsOf(row);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
