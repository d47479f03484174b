/** Writes that are held, one batch after the other, until the member refuses one for want of room (ERR-16). */

import type { FaultEdge } from '../../client/control.ts';
import type { Exchange } from '../../client/exchange.ts';
import { errorCode, keyOf, position, status } from '../../client/exchange.ts';
import type { Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, violated } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';
import { passTimeUntilAnswered } from './pass-time.ts';

export const FILL_NEEDS = ['trader', 'account', 'instrument', 'control', 'writes'] as const;

/** Fewer than the connections that the suite opens at once. */
const BATCH = 60;
const MOST_BATCHES = 12;
/** Of one batch: how often it is looked whether each write is held or answered. */
const MOST_LOOKS = 2_000;

/** Each write is one that its owner refuses: once released, nothing rests. */
export async function fillUntilRefused(scene: Scene<(typeof FILL_NEEDS)[number]>, edge: FaultEdge): Promise<void> {
  const { trader, order, control, freshKey, elapse } = scene;
  const body = order({ price: FINER_THAN_ANY_GRID });
  const hold = freshKey();
  const held = await control.fault({ on: { edge, owner: 'orders', command: 'submit' }, hold });
  let refused: Exchange | undefined;
  for (let batch = 0; batch < MOST_BATCHES && refused === undefined; batch += 1) {
    const answered: Exchange[] = [];
    const heldBefore = await held.firings();
    const pending = Array.from({ length: BATCH }, async () => {
      const answer = await trader.submit(body, { label: 'filler' });
      answered.push(answer);
      return answer;
    });
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      if ((await held.firings()) - heldBefore + answered.length >= BATCH) break;
    }
    refused = answered.find((e) => status(e) !== 202);
    if (refused === undefined) {
      await passTimeUntilAnswered(elapse, pending);
    } else {
      await trader.get(`/operations/${keyOf(refused)}`, { label: 'record' });
      await held.remove();
      await Promise.all(pending);
    }
  }
  const key = refused && keyOf(refused);
  if (key === undefined) return;
  await trader.get(`/operations/${key}`, { label: 'record' });
  await trader.submit(body, { key, label: 'again' });
  await trader.submit(body, { label: 'with room' });
}

/** There is room by now, as another key shows: refused once more for want of it would be a key that is not free. */
function isFreeAgain(again: Exchange, code: string, withRoom: Exchange | undefined): Judgement {
  const foundRoom = withRoom !== undefined && position(withRoom) !== undefined;
  return errorCode(again) === code && foundRoom
    ? violated('the key free: there is room for another one', again, withRoom)
    : expects(again, { status: 'not 5xx', position: 'present' }, 'the key was free');
}

export function judgeFull(history: History, code: 'INBOX_FULL' | 'IN_FLIGHT_FULL'): Judgement {
  const again = history.maybe('again');
  const fillers = history.labelled('filler');
  // Several may have been refused: the one that was sent again.
  const refused = again && fillers.find((e) => keyOf(e) === keyOf(again));
  if (again === undefined || refused === undefined || errorCode(refused) !== code) {
    return inconclusive(`no write was refused ${code} while ${fillers.length} were held or answered`);
  }
  return allOf(
    expects(refused, { status: 429, code, retryable: true, position: 'absent' }),
    eachOf(history.labelled('record'), (e) =>
      expects(e, { status: 404, code: 'UNKNOWN_OPERATION' }, 'nothing was queued'),
    ),
    isFreeAgain(again, code, history.maybe('with room')),
  );
}
