import type { Exchange } from '../../../member/exchange/exchange.ts';
import { isWrite, position, status } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { inconclusive, pass, violated } from '../../../runner/judgement.ts';
import type { Statement } from '../../statement.ts';

/** The note after which no more faults reach the members: the last reads begin. */
export const CALM = 'calm';

type Placed = readonly [at: bigint, exchange: Exchange];

/** The highest position of the last reads. */
function newestOf(exchanges: readonly Exchange[]): Placed | undefined {
  const placed = exchanges.flatMap((e): Placed[] => {
    const at = position(e);
    return at === undefined ? [] : [[at, e]];
  });
  return placed.reduce<Placed | undefined>(
    (most, one) => (most === undefined || one[0] > most[0] ? one : most),
    undefined,
  );
}

/** Neither served nor refused for what it asked: the state behind it is unknown. */
function isUnread(e: Exchange): boolean {
  const code = status(e);
  return code === undefined || code === 429 || code >= 500;
}

/**
 * For a history with crashes, restarts and rolls that ends with reads of every row and key. The other statements
 * judge T1 to T51 across the restarts; this one judges that no acknowledged write was lost. Inconclusive where the
 * last reads do not all arrive.
 */
export const nothingAcknowledgedIsLost: Statement = {
  id: 'T52',
  says: 'after crashes, restarts and rolls the position recovered is no less than any that was acknowledged',
  shows: ['POS-07', 'POS-08'],
  judge({ history }): Judgement {
    const calm = history.noted(CALM)?.n;
    if (calm === undefined) return inconclusive('the last reads never began');
    const [before, after] = [
      history.exchanges.filter(({ n }) => n < calm),
      history.exchanges.filter(({ n }) => n > calm),
    ];
    const unread = after.find((e) => !isWrite(e) && isUnread(e));
    if (unread !== undefined) {
      return inconclusive(
        `the last reads did not all come: ${unread.request.path} ${status(unread) ?? unread.failure}`,
      );
    }
    const nextWrite = after.find(isWrite)?.n ?? Number.POSITIVE_INFINITY;
    const recovered = newestOf(after.filter(({ n }) => n < nextWrite));
    if (recovered === undefined) return inconclusive('nothing was read before the next write');
    const acknowledged = newestOf(before);
    if (acknowledged === undefined || recovered[0] >= acknowledged[0]) return pass;
    return violated(
      `position ${acknowledged[0]} or a later one, which was acknowledged`,
      acknowledged[1],
      recovered[1],
    );
  },
};
