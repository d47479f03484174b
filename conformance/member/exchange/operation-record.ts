/** The progress of a write according to the record of its operation (GET /operations/{key}). */
import type { Exchange } from './exchange.ts';
import { at, isOk } from './exchange.ts';

/** `unclear`: an outcome without state and result. The interface shows only its `family`. */
export type RecordState = 'pending' | 'unclear' | 'final';

/** Property values that mean a state is not final, in any spelling: `PENDING`, `IN_FLIGHT`, `is_pending`. */
const PENDING = /pending|progress|processing|flight|queue|await|wait|running/i;
const FINAL = /succe|done|final|complete|fail|reject|applied|refused|settled/i;

/** Properties that an outcome has once the write is decided. */
const RESULTS = ['orderId', 'rowId', 'instanceId', 'configSeq', 'count', 'code', 'globalSequence', 'error', 'row'];

/**
 * Reads one response of the route. An absent or null outcome is pending, and so is any response other than 2xx: a
 * member that is behind the one that returned the 202 may not know the key yet.
 */
export function recordState(record: Exchange): RecordState {
  const outcome = isOk(record) ? at(record, 'outcome') : undefined;
  if (outcome === undefined || outcome === null) return 'pending';
  const shown = (typeof outcome === 'object' ? outcome : {}) as Readonly<Record<string, unknown>>;
  const stated = typeof outcome === 'string' ? outcome : (shown['status'] ?? shown['state']);
  if (typeof stated === 'string' && PENDING.test(stated)) return 'pending';
  if (typeof stated === 'string' && FINAL.test(stated)) return 'final';
  return RESULTS.some((name) => (shown[name] ?? null) !== null) ? 'final' : 'unclear';
}
