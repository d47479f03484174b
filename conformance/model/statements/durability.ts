/** T52 of contract/properties.md: what crashes, restarts and rolls must not lose. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { isWrite, position, status } from '../../member/exchange/exchange.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Statement } from '../chronicle.ts';
import { CALM } from '../labels.ts';

/** The exchange with the highest position. */
function newestOf(exchanges: readonly Exchange[]): Exchange | undefined {
  const placed = exchanges.filter((e) => position(e) !== undefined);
  return placed.reduce<Exchange | undefined>(
    (most, e) => (most === undefined || (position(e) ?? 0n) > (position(most) ?? 0n) ? e : most),
    undefined,
  );
}

/** Neither served nor refused for what it asked: the state behind it is unknown. */
function isUnread(e: Exchange): boolean {
  const code = status(e);
  return code === undefined || code === 429 || code >= 500;
}

/**
 * For a history with crashes, restarts and rolls that ends with reads of every row and key. The other statements judge T1 to
 * T51 across the restarts; this one judges that no acknowledged write was lost. Inconclusive where the last reads do not all
 * arrive.
 */
export const nothingAcknowledgedIsLost: Statement = {
  id: 'T52',
  shows: ['POS-07', 'POS-08'],
  judge({ history }) {
    const calm = history.noted(CALM)?.n;
    if (calm === undefined) return inconclusive('the last reads never began');
    const after = history.exchanges.filter(({ n }) => n > calm);
    const unread = after.find((e) => !isWrite(e) && isUnread(e));
    if (unread !== undefined) {
      const answer = status(unread) ?? unread.failure;
      return inconclusive(`the last reads were not all answered: ${unread.request.path} ${answer}`);
    }
    const nextWrite = after.find(isWrite)?.n ?? Number.POSITIVE_INFINITY;
    const recovered = newestOf(after.filter(({ n }) => n < nextWrite));
    if (recovered === undefined) return inconclusive('nothing was read before the next write');
    const acknowledged = newestOf(history.exchanges.filter(({ n }) => n < calm));
    if (acknowledged === undefined || (position(recovered) ?? 0n) >= (position(acknowledged) ?? 0n)) return pass;
    return violated(
      `position ${position(acknowledged)} or a later one, which was acknowledged`,
      acknowledged,
      recovered,
    );
  },
};
