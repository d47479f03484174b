import type { Exchange } from '../../../client/exchange.ts';
import { isWrite, position, status } from '../../../client/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { inconclusive, pass, violated } from '../../../runner/judgement.ts';
import type { Statement } from '../../statement.ts';

/** The note after which nothing befalls the members any more: the last reads begin. */
export const CALM = 'calm';

type Placed = readonly [at: bigint, exchange: Exchange];

/** The highest position of them. */
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

/** Neither served nor refused for what was asked: what stands there is not known. */
function isUnread(e: Exchange): boolean {
  const code = status(e);
  return code === undefined || code === 429 || code >= 500;
}

/**
 * Of a history with crashes, restarts and rolls, that ends with reads in which every row and key is looked at again. That T1
 * to T51 hold of it, as of a history of one life, is for the other statements; here, that what was recovered is no less than
 * what was acknowledged. Where the last reads do not all come, nobody knows.
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
