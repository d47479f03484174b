/** How far the record of an operation (GET /operations/{key}) says that its write has come. */
import type { Exchange } from './exchange.ts';
import { at, isOk } from './exchange.ts';

/** `unclear`: an outcome that names no state and no result, as the interface shows no more than `family` of it. */
export type RecordState = 'pending' | 'unclear' | 'final';

/** Names of a state that is not final, however a member spells them: `PENDING`, `IN_FLIGHT`, `is_pending`. */
const PENDING = /pending|progress|processing|flight|queue|await|wait|running/i;
const FINAL = /succe|done|final|complete|fail|reject|applied|refused|settled/i;

/** What an outcome names once the write is judged. */
const RESULTS = ['orderId', 'rowId', 'instanceId', 'configSeq', 'count', 'code', 'globalSequence', 'error', 'row'];

/**
 * Reads one answer of the route. An outcome that is absent or null is pending, as is any answer other than 2xx: a member
 * that is behind the one that promised may not know the key yet.
 */
export function recordState(record: Exchange): RecordState {
  const outcome = isOk(record) ? at(record, 'outcome') : undefined;
  if (outcome === undefined || outcome === null) return 'pending';
  const stated =
    typeof outcome === 'string' ? outcome : (at(record, 'outcome', 'status') ?? at(record, 'outcome', 'state'));
  if (typeof stated === 'string' && PENDING.test(stated)) return 'pending';
  if (typeof stated === 'string' && FINAL.test(stated)) return 'final';
  return RESULTS.some((name) => (at(record, 'outcome', name) ?? null) !== null) ? 'final' : 'unclear';
}
