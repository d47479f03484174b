/**
 * A client that follows status, code and retryable, and completes every write once through a deploy window.
 */

import { publishedRetryable } from '../../contract/refusals.ts';
import { NEWEST_REST, type RestVersion } from '../../contract/versions.ts';
import type { Control } from '../../member/control/control.ts';
import {
  type Exchange,
  errorCode,
  header,
  isOk,
  keyOf,
  retryable,
  rows,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import { secondsToWait } from '../../member/exchange/retry-after.ts';
import { check, type Scene } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { walk } from '../../scenes/collection.ts';

const MOST_SENDINGS = 12;
/** The pause before a retry where the answer states no Retry-After. */
const SHORT_PAUSE_MS = 500;
/** Whether the answer is the write's outcome, accepted or refused. */
export function isOutcome(e: Exchange): boolean {
  return e.response !== null && status(e) !== 202 && !mayBeSentAgain(e);
}

/** Whether the identical request, with the same key, can succeed. */
function mayBeSentAgain(e: Exchange): boolean {
  if (isOk(e)) return false;
  // An older member states no `retryable`: retry unless its code rules that out. RATE_CEILING is a recorded answer.
  const [seen, code] = [status(e) ?? 0, errorCode(e) ?? ''];
  return retryable(e) ?? publishedRetryable({ status: seen, code, factual: code === 'RATE_CEILING' }) !== false;
}

type Waiting = Pick<Scene<'trader'>, 'trader' | 'elapse'>;

/** Sends, waits, polls and sends again under one key until there is an outcome; returns the last answer. */
export async function complete({ trader, elapse }: Waiting, send: () => Promise<Exchange>): Promise<Exchange> {
  let answer = await send();
  for (let sendings = 1; sendings < MOST_SENDINGS && !isOutcome(answer); sendings += 1) {
    const record = status(answer) === 202 ? header(answer, 'location') : undefined;
    await elapse((secondsToWait(answer) ?? 0) * 1_000 || SHORT_PAUSE_MS);
    if (record !== undefined) await trader.get(record);
    answer = await send();
  }
  return answer;
}

/** A contract whose refusals have no `retryable` yet. */
const OLDER: RestVersion = '0.11.4';

interface Moved {
  readonly control: Control;
  /** The second member. */
  readonly beside: string;
  /** The member that was there before. */
  readonly first: string;
}

/** From the older contract to the newest and back, one member after the other; one restarts behind, one crashes. */
const ROLL: readonly ((of: Moved) => Promise<unknown>)[] = [
  async ({ control }) => control.deploy({ version: OLDER }),
  async ({ control, first }) => control.deploy({ version: NEWEST_REST }, first),
  async ({ control, beside }) => control.restart(beside),
  async ({ control, beside }) => control.catchUp(beside),
  async ({ control, beside }) => control.deploy({ version: NEWEST_REST }, beside),
  async ({ control, first }) => control.deploy({ version: OLDER }, first),
  async ({ control }) => control.crash(),
];

/** The edges at which a member crashes while it serves a write. */
const DEATHS = ['look-up', 'inbox', 'verdict', 'answer'] as const;
const WALK = 'walk';
const PAGE = 100;
const MOST_PAGES = 5;

/** All exchanges of each key, in order. */
function storiesOf(history: History): readonly (readonly Exchange[])[] {
  return [...Map.groupBy(history.labelled('write'), (e) => keyOf(e) ?? '').values()];
}

function isDoneOnce(story: readonly Exchange[], walk: readonly Exchange[]): Judgement {
  const [last, page] = [story.at(-1), walk.at(-1)];
  if (last === undefined || page === undefined) return inconclusive('the orders could not be read afterwards');
  const effects = walk.flatMap((e) => rows(e)).filter((row) => row['clientOrderId'] === keyOf(last)).length;
  if (effects > 1) return violated(`one order of the key, not ${effects}`, story, page);
  if (!isOutcome(last)) return inconclusive('a write had no outcome, however often it was sent');
  if (!isOk(last)) return violated('an answer by which a client can complete its write', story);
  return effects === 1 ? pass : violated('the order that the client was answered', last, page);
}

export const writesCompleteThroughAWindow = check({
  id: 'ver/writes-complete-through-a-window',
  proves: ['VER-03'],
  title:
    'a client that follows status, code and retryable where present completes every write exactly once through a deploy window',
  needs: ['trader', 'account', 'instrument', 'writes', 'control', 'virtual-clock', 'destructive'],
  since: NEWEST_REST,
  unanswered: 'judged',

  async drive(scene) {
    const { trader, control, order, freshKey } = scene;
    const write = async (key = freshKey()) => {
      const body = order();
      const done = await complete(scene, () => trader.submit(body, { key, label: 'write' }));
      const orderId = textAt(done, 'orderId');
      if (orderId !== undefined) await complete(scene, cancelling(orderId));
    };
    const cancelling = (orderId: string) => {
      const key = freshKey();
      return () => trader.cancel(orderId, { key });
    };
    const newest = textAt(await trader.get('/orders', { query: { limit: 1 } }), 'items', 0, 'orderId');
    const [{ name: first } = { name: '' }] = await control.members();
    const beside = await control.addMember({ version: OLDER });
    for (const [i, move] of ROLL.entries()) {
      await move({ control, beside, first });
      await write();
      const [edge, dying] = [DEATHS[i % DEATHS.length] ?? 'verdict', freshKey()];
      await control.fault({ on: { edge, key: dying }, crash: true, times: 1 });
      await write(dying);
      await write();
    }
    await control.deploy({ version: NEWEST_REST });
    const isEnough = (page: Exchange) => rows(page).some(({ orderId }) => orderId === newest);
    await walk(trader, '/orders', { limit: PAGE, label: WALK, most: MOST_PAGES, isEnough });
  },

  judge(history) {
    const walk = history.labelled(WALK);
    if (!walk.every(isOk)) return inconclusive('the orders could not be read afterwards');
    return allOf(eachOf(storiesOf(history), (story) => isDoneOnce(story, walk)));
  },
});
