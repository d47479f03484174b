import type { Exchange } from '../event-types.ts';
import { ANONYMOUS } from '../live.ts';
import { type Item, isFrame } from './rows.ts';

/** What the table of traffic shows; an empty text: everything. */
export interface Filter {
  readonly text: string;
  readonly principal: string;
  readonly member: string;
  readonly session: string;
  readonly kind: string;
  readonly outcome: string;
  /** 'no': quotes are left out. */
  readonly quotes: string;
}

export const EVERYTHING: Filter = {
  ...{ text: '', principal: '', member: '', session: '', kind: '', outcome: '', quotes: '' },
};

type Kind = 'request' | 'op' | 'event' | 'end' | 'fault';

/** An end that a fault made is a fault's. */
function kindOf(item: Item): Kind {
  if (isFrame(item)) return 'event';
  if (item.fault !== undefined) return 'fault';
  if (item.closed !== undefined) return 'end';
  return item.op === undefined ? 'request' : 'op';
}

/** Kinds of rows by what a person calls them. */
export const KINDS: Readonly<Record<string, Kind>> = {
  requests: 'request',
  'socket ops': 'op',
  'socket events': 'event',
  'ends of sessions': 'end',
  'faults on frames': 'fault',
};

const isOutcome = (kind: Exchange['outcome']['kind']) => (item: Exchange) => item.outcome.kind === kind;
const isAnswered = (from: number) => (item: Exchange) =>
  /^\d/.test(item.outcome.text) && Math.floor(Number.parseInt(item.outcome.text, 10) / 100) === from;

/** What clients received, by what a person calls it. */
export const OUTCOMES: Readonly<Record<string, (item: Exchange) => boolean>> = {
  refused: ({ refused }) => refused !== null,
  '2xx': isAnswered(2),
  '4xx': isAnswered(4),
  '5xx': isAnswered(5),
  'still open': isOutcome('open'),
  lost: isOutcome('lost'),
  cut: isOutcome('cut'),
  'by a fault': isOutcome('replaced'),
  held: isOutcome('held'),
  'struck by a fault': ({ strikes }) => strikes.length > 0,
  'sent again wrongly': ({ notes }) => notes.length > 0,
};

function wordsOf(item: Item): string {
  const words = isFrame(item)
    ? ['WS', item.event, item.topic, item.socket, item.position]
    : [
        item.method,
        `${item.path}?${item.query ?? ''}`,
        item.key,
        item.requestId,
        item.refused?.code,
        item.op,
        item.closed?.why,
        item.outcome.text,
      ];
  return [...words, item.session].join(' ').toLowerCase();
}

/**
 * Whether an item passes. The text is looked for in the route, query, key, code, outcome and request id, and of a frame
 * in its event, topic, session and position.
 */
export function passes(item: Item, { text, principal, member, session, kind, outcome, quotes }: Filter): boolean {
  if (quotes === 'no' && isFrame(item) && item.event === 'quote') return false;
  if (kind !== '' && kindOf(item) !== KINDS[kind]) return false;
  if (outcome !== '' && (isFrame(item) || OUTCOMES[outcome]?.(item) !== true)) return false;
  if (principal !== '' && (item.principal ?? ANONYMOUS) !== principal) return false;
  if (member !== '' && item.member !== member) return false;
  if (session !== '' && item.session !== session) return false;
  if (text === '') return true;
  const all = wordsOf(item);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
