/**
 * How one answer shows a change of the changelog: its form from that version on, and before. A sign with `ours` is of what the
 * interface does not show, mostly of older members, and is judged of the sandbox's own members alone.
 */

import type { ChangeName } from '../../contract/changes.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import {
  asOf,
  at,
  errorCode,
  header,
  isOk,
  isReplay,
  json,
  position,
  requestId,
  rows,
  status,
} from '../../member/exchange/exchange.ts';
import { plainly } from '../../member/exchange/redactor.ts';
import { asObject, operationsOf } from '../../member/profile/contract-document.ts';
import type { AskName } from './asks.ts';

/** One change, the request whose answer shows it, and the two forms of that answer. */
export interface Sign {
  readonly change: ChangeName;
  readonly ask: AskName;
  /** The form from the change on. */
  readonly after: (e: Exchange) => boolean;
  /** The form before it. */
  readonly before: (e: Exchange) => boolean;
  readonly ours?: true;
}

type Reads = (e: Exchange) => boolean;

const not =
  (reads: Reads): Reads =>
  (e) =>
    !reads(e);
const both =
  (...all: readonly Reads[]): Reads =>
  (e) =>
    all.every((reads) => reads(e));
const hasStatus =
  (wanted: number): Reads =>
  (e) =>
    status(e) === wanted;
const hasCode =
  (code: string): Reads =>
  (e) =>
    errorCode(e) === code;
const atTheDoor: Reads = (e) => position(e) === undefined;
const isRefused: Reads = (e) => (status(e) ?? 0) >= 400 && (status(e) ?? 0) < 500;
const isPlain: Reads = (e) => at(e, 'error') === undefined;

const hasPath =
  (path: string): Reads =>
  (e) =>
    at(e, 'paths', path) !== undefined;
const everyOperation =
  (holds: (object: Readonly<Record<string, unknown>>) => boolean): Reads =>
  (e) => {
    const all = operationsOf(asObject(at(e)));
    return all.length > 0 && all.every(({ object }) => holds(object));
  };
/** Looks for a word anywhere in a JSON body: to spell out a parsed document again takes longer than to parse it. */
const writtenOf =
  (word: string): Reads =>
  (e) =>
    json(e) !== undefined && plainly(e.response?.body ?? '').includes(word);

const isTagged = (object: Readonly<Record<string, unknown>>) =>
  Array.isArray(object['tags']) && object['tags'].length > 0;

const hasFullEnvelope: Reads = (e) =>
  typeof at(e, 'error', 'requestId') === 'string' && typeof at(e, 'error', 'retryable') === 'boolean';
const hasBareEnvelope: Reads = (e) =>
  errorCode(e) !== undefined && at(e, 'error', 'requestId') === undefined && at(e, 'error', 'retryable') === undefined;

const pageMembers = ['nextCursor', 'prevCursor', 'total'] as const;
const isAPage: Reads = (e) => isOk(e) && pageMembers.every((name) => at(e, name) !== undefined) && rows(e).length <= 1;
const isWhole: Reads = (e) => isOk(e) && pageMembers.every((name) => at(e, name) === undefined);
const isTimed: Reads = (e) => asOf(e) !== undefined;

const capabilities = (e: Exchange): readonly unknown[] => {
  const held = at(e, 'capabilities');
  return Array.isArray(held) ? held : [];
};
const everyRow =
  (holds: (row: Readonly<Record<string, unknown>>) => boolean): Reads =>
  (e) =>
    isOk(e) && rows(e).length > 0 && rows(e).every(holds);

const NOT_THERE = both(hasStatus(404), (e) => errorCode(e) === undefined || errorCode(e) === 'ROUTE_NOT_FOUND');

/** All signs, by change, oldest first. */
export const SIGNS: readonly Sign[] = [
  {
    change: 'operations-tagged',
    ask: 'document',
    after: everyOperation(isTagged),
    before: not(everyOperation(isTagged)),
    ours: true,
  },
  {
    change: 'balances-served',
    ask: 'document',
    after: hasPath('/account-balances'),
    before: not(hasPath('/account-balances')),
  },
  { change: 'balances-served', ask: 'balances', after: hasStatus(200), before: NOT_THERE },
  {
    change: 'unheld-symbol-at-the-door',
    ask: 'order by unheld symbol',
    after: both(hasStatus(422), hasCode('INSTRUMENT_NOT_LIVE'), atTheDoor),
    before: both(isRefused, not(both(hasCode('INSTRUMENT_NOT_LIVE'), atTheDoor))),
  },
  {
    change: 'money-held-to-its-pattern',
    ask: 'order of exponent money',
    after: both(hasStatus(400), hasCode('MALFORMED_REQUEST')),
    before: isOk,
    ours: true,
  },
  {
    change: 'account-alias',
    ask: 'order by account name',
    after: isOk,
    before: isRefused,
  },
  {
    change: 'unheld-name-at-the-door',
    ask: 'order by unheld account name',
    after: both(hasStatus(422), hasCode('ACCOUNT_NOT_ACTIVE'), atTheDoor),
    before: both(isRefused, not(hasCode('ACCOUNT_NOT_ACTIVE'))),
  },
  {
    change: 'algo-instance-on-orders',
    ask: 'orders',
    after: everyRow((row) => 'algoInstanceId' in row),
    before: everyRow((row) => !('algoInstanceId' in row)),
  },
  {
    change: 'algos-manage',
    ask: 'me',
    after: (e) => capabilities(e).includes('algos:manage'),
    before: (e) => isOk(e) && !capabilities(e).includes('algos:manage'),
  },
  { change: 'venue-family-b', ask: 'document', after: writtenOf('privateKey'), before: not(writtenOf('privateKey')) },
  {
    change: 'scope-unobserved',
    ask: 'credentials',
    after: everyRow((row) => 'scopeUnobserved' in row),
    before: everyRow((row) => !('scopeUnobserved' in row)),
    ours: true,
  },
  {
    change: 'algos-surface',
    ask: 'document',
    after: hasPath('/algos/instances'),
    before: not(hasPath('/algos/instances')),
  },
  {
    change: 'algos-surface',
    ask: 'document',
    after: (e) => at(e, 'info', 'x-service-algos-schema') !== undefined,
    before: (e) => at(e, 'info', 'x-service-algos-schema') === undefined,
  },
  { change: 'algos-surface', ask: 'algo instances', after: hasStatus(200), before: NOT_THERE },
  {
    change: 'held-order-key-replays',
    ask: 'held key, names gone',
    after: both(isOk, isReplay),
    before: both(isRefused, atTheDoor),
    // A deployed member may treat other names as another body (decision A21).
    ours: true,
  },
  {
    change: 'stalled-is-not-serving',
    ask: 'stalled write',
    after: both(hasStatus(503), hasCode('NOT_SERVING')),
    before: hasStatus(202),
  },
  { change: 'complete-envelope', ask: 'unheld operation', after: hasFullEnvelope, before: hasBareEnvelope, ours: true },
  {
    change: 'complete-envelope',
    ask: 'order off the grid',
    after: hasFullEnvelope,
    before: hasBareEnvelope,
    ours: true,
  },
  { change: 'complete-envelope', ask: 'recorded refusal', after: hasFullEnvelope, before: hasBareEnvelope, ours: true },
  {
    change: 'request-ids',
    ask: 'recorded refusal',
    after: (e) => Boolean(requestId(e)),
    before: (e) => requestId(e) === undefined,
    ours: true,
  },
  {
    change: 'request-ids',
    ask: 'me',
    after: (e) => Boolean(requestId(e)),
    before: (e) => requestId(e) === undefined,
    ours: true,
  },
  {
    change: 'unknown-route-in-the-envelope',
    ask: 'unknown route',
    after: both(hasStatus(404), hasCode('ROUTE_NOT_FOUND')),
    before: both(hasStatus(404), isPlain),
  },
  {
    change: 'method-in-the-envelope',
    ask: 'another method',
    after: both(hasStatus(405), hasCode('METHOD_NOT_ALLOWED')),
    before: both(hasStatus(405), isPlain),
  },
  { change: 'collections-are-pages', ask: 'orders', after: isAPage, before: isWhole },
  {
    change: 'collections-are-pages',
    ask: 'credentials',
    after: (e) => at(e, 'nextCursor') !== undefined,
    before: isWhole,
    // Without a view a deployed member may serve none of the register (decision A58).
    ours: true,
  },
  {
    change: 'state-has-a-time',
    ask: 'orders',
    after: both(isTimed, (e) => at(e, 'asOfSeqTsNs') === header(e, 'x-service-as-of-seq-ts')),
    before: both(not(isTimed), (e) => at(e, 'asOfSeqTsNs') === undefined),
  },
  { change: 'state-has-a-time', ask: 'me', after: isTimed, before: not(isTimed) },
  {
    change: 'queries-are-closed',
    ask: 'unknown parameter',
    after: both(hasStatus(400), hasCode('MALFORMED_REQUEST')),
    before: hasStatus(200),
  },
  {
    change: 'invalid-cursor',
    ask: 'made-up cursor',
    after: both(hasStatus(400), hasCode('INVALID_CURSOR')),
    before: hasStatus(200),
  },
  {
    change: 'tickets-minted',
    ask: 'document',
    after: hasPath('/v1/ws-tickets'),
    before: not(hasPath('/v1/ws-tickets')),
  },
  { change: 'tickets-minted', ask: 'ticket', after: hasStatus(200), before: NOT_THERE },
];
