/** Writes in flight: retries that are sent at once, and writes that the owner answers after the sync deadline. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  type Exchange,
  isOk,
  isReplay,
  json,
  keyOf,
  position,
  rows,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import { recordState } from '../../member/exchange/operation-record.ts';
import { sameAnswer, sameBody } from '../../member/exchange/same-answer.ts';
import { MOST_MEETING } from '../../member/hooks/operator.ts';
import { together } from '../../member/sending/together.ts';
import { check, type Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import {
  allOf,
  differs,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';

export const retryInFlightAttaches = check({
  id: 'idem/retry-in-flight-attaches',
  proves: ['IDEM-05'],
  title: 'a retry while the first attempt is in flight waits for it and gets its answer',
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],

  async drive({ trader, order, freshKey, control }) {
    const key = freshKey();
    const held = await control.fault({ on: { command: 'submit', key }, hold: key });
    const first = trader.submit(order(), { key, label: 'first' });
    await held.untilHeld();
    const retried = trader.submit(order(), { key, label: 'retried' });
    // Any later request of the same actor, answered, shows that the retry has reached the member.
    await trader.get('/me');
    await control.release(key);
    await Promise.all([first, retried]);
  },

  judge(history) {
    const first = history.one('first');
    const retried = history.one('retried');
    if (!isOk(first)) return inconclusive('the order was not accepted');
    return sameAnswer(retried, first) ? pass : violated('the answer of the attempt in flight', first, retried);
  },
});

/** How often it is tried: the second may come too late to meet the first in flight. */
const PAIRS = 5;

/** Each was sent before the other was answered. */
function overlap([one, other]: readonly Exchange[]): boolean {
  return (
    one !== undefined && other !== undefined && other.sentAtMs < one.answeredAtMs && one.sentAtMs < other.answeredAtMs
  );
}

function hasOneAnswer(pair: readonly Exchange[]): Judgement {
  const [one, other] = pair;
  if (one === undefined || other === undefined) return unseen;
  const ids = new Set(pair.map((e) => textAt(e, 'orderId')).filter((id) => id !== undefined));
  if (ids.size > 1) return violated('one order of two sends of one key', one, other);
  // A 202 is answered later; the checks of operations judge how.
  if (!isOk(one) || !isOk(other) || pair.some((e) => status(e) === 202)) return unseen;
  return sameAnswer(other, one) ? pass : violated('one answer to two sends of one key', one, other);
}

export const sendsAtOnceHaveOneAnswer = check({
  id: 'idem/sends-at-once-have-one-answer',
  proves: ['IDEM-05'],
  title: 'two sends of one key at once have one effect and one answer',
  needs: ['trader', 'account', 'instrument', 'writes'],
  opens: PAIRS,

  async drive({ trader, order, freshKey }) {
    for (let pairs = 0; pairs < PAIRS; pairs += 1) {
      const key = freshKey();
      const departure = together(2);
      const send = () => trader.submit(order(), { key, label: 'sent', departure });
      await Promise.all([send(), send()]);
    }
    await trader.get('/orders', { query: { limit: 100 }, label: 'orders' });
  },

  judge(history) {
    const pairs = [...Map.groupBy(history.labelled('sent'), keyOf)].map(([key, pair]) => ({ key, pair }));
    const orders = history.one('orders');
    const isListedTwice = pairs.some(
      ({ key }) => rows(orders).filter(({ clientOrderId }) => clientOrderId === key).length > 1,
    );
    const seen = pairs.filter(({ pair }) => overlap(pair) && pair.every((e) => isOk(e) && status(e) !== 202));
    return allOf(
      isListedTwice ? violated('one order of two sends of one key', orders) : unseen,
      pairs.map(({ pair }) => hasOneAnswer(pair)),
      seen.length > 0 ? pass : notExercised('no two sends of one key were in flight at once and taken'),
    );
  },
});

export const concurrentRetriesHaveOneEffect = check({
  id: 'idem/concurrent-retries-have-one-effect',
  proves: ['IDEM-16'],
  title: 'one key has one effect, however many of its retries are in flight at once',
  needs: ['trader', 'account', 'instrument', 'writes'],
  given: () => fc.record({ atOnce: fc.integer({ min: 2, max: 6 }), after: fc.integer({ min: 1, max: 2 }) }),
  runs: 5,

  async drive({ trader, order, freshKey }, { atOnce, after }) {
    const key = freshKey();
    const body = order();
    await Promise.all(Array.from({ length: atOnce }, () => trader.submit(body, { key, label: 'attempt' })));
    for (let more = 0; more < after; more += 1) await trader.submit(body, { key, label: 'attempt' });
    await trader.get('/orders', { query: { limit: 100 }, label: 'orders' });
  },

  judge(history) {
    const attempts = history.labelled('attempt');
    if (!attempts.some((e) => (status(e) ?? 0) < 300)) return inconclusive('no attempt was accepted');
    const key = attempts[0]?.request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
    const listed = rows(history.one('orders')).filter((row) => row['clientOrderId'] === key);
    const ids = new Set(attempts.map(orderIdOf).filter((id) => id !== undefined));
    return allOf(
      listed.length > 1 ? violated('one order of this key', history.one('orders')) : unseen,
      ids.size > 1 ? violated('one order id in all answers to the key', attempts) : ids.size === 1 ? pass : unseen,
    );
  },
});

function orderIdOf(attempt: Exchange): string | undefined {
  return isOk(attempt) && status(attempt) !== 202 ? textAt(attempt, 'orderId') : undefined;
}

const SLOW_WRITE_NEEDS = ['trader', 'account', 'instrument', 'writes', 'slowOwner'] as const;

/**
 * A write whose owner answers after the sync deadline: submitted, accepted, polled while it is in progress, settled, polled
 * twice more, and retried.
 */
async function driveSlowWrite({ trader, order, operator }: Scene<(typeof SLOW_WRITE_NEEDS)[number]>): Promise<void> {
  const body = order();
  const owners = await operator.begin('slowOwner');
  const slow = await owners.meet((key) => trader.submit(body, { key, label: 'slow' }));
  const key = keyOf(slow) ?? '';
  const poll = (label: string) => trader.get(`/operations/${key}`, { label });
  await owners.until(() => poll('in progress'), isOk);
  await owners.end();
  const isFinal = (record: Exchange) => recordState(record) !== 'pending';
  await owners.until(
    () => poll('settled'),
    isFinal,
    'the operation was pending for a minute after the undo of the hook',
  );
  await poll('settled again');
  await trader.submit(body, { key, label: 'retried', settle: false });
  await trader.submit(body, { key, label: 'retried again', settle: false });
}

export const slowWriteAnswers202 = check({
  id: 'idem/slow-write-answers-202',
  proves: ['IDEM-11'],
  title: 'a write not answered by the sync deadline answers 202 with Location: /operations/{key}',
  needs: SLOW_WRITE_NEEDS,
  opens: MOST_MEETING,
  drive: driveSlowWrite,

  judge(history) {
    const slow = history.last('slow');
    return expects(slow, { status: 202, headers: { location: `/operations/${keyOf(slow)}` } });
  },
});

export const operationReachesOneFinalOutcome = check({
  id: 'idem/operation-reaches-one-final-outcome',
  proves: ['IDEM-12'],
  title: 'the operation polled after a 202 is known throughout, reaches a final outcome and never leaves it',
  needs: SLOW_WRITE_NEEDS,
  opens: MOST_MEETING,

  async drive(scene) {
    const { trader, order, freshKey } = scene;
    const key = freshKey();
    await trader.submit(order(), { key, label: 'plain' });
    await trader.get(`/operations/${key}`, { label: 'plain record' });
    await driveSlowWrite(scene);
  },

  judge(history) {
    if (status(history.last('slow')) !== 202) return inconclusive('the write was answered before the sync deadline');
    const inProgress = history.last('in progress');
    const settled = history.last('settled');
    const again = history.one('settled again');
    const isByHook = history.noted('hook') !== undefined;
    return allOf(
      expects(inProgress, { status: 200 }, 'a key answered 202 is never unknown'),
      expects(settled, { status: 200 }),
      sameBody(outcomeOf(settled), outcomeOf(again)) ? pass : differs('the final outcome, for good', settled, again),
      // Any change shows progress, also in properties that the interface does not name.
      // A hook may slow the owners down so little that the outcome is there with the first poll.
      isDeepStrictEqual(outcomeOf(inProgress), outcomeOf(settled)) && !(isByHook && recordState(inProgress) === 'final')
        ? unmoved(inProgress, settled, history.one('plain record'))
        : pass,
    );
  },
});

type Outcome = Readonly<Record<string, unknown>>;

function outcomeOf(polled: Exchange): Outcome {
  return (json(polled) as { readonly outcome?: Outcome } | undefined)?.outcome ?? {};
}

/** The interface names only the family of an orders outcome. One that is equal for a settled write shows no progress. */
function showsProgress(inProgress: Exchange, plain: Exchange): boolean {
  const [pending, settled] = [outcomeOf(inProgress), outcomeOf(plain)];
  return Object.keys(pending).some((name) => Object.hasOwn(settled, name) && !sameBody(pending[name], settled[name]));
}

function unmoved(inProgress: Exchange, settled: Exchange, plain: Exchange): Judgement {
  return showsProgress(inProgress, plain)
    ? violated('an outcome other than the pending one', inProgress, settled)
    : inconclusive('the outcome of an operation does not show its progress');
}

export const settledKeyReplays = check({
  id: 'idem/settled-key-replays',
  proves: ['IDEM-13'],
  title: 'a key that is retried after its 202 is settled replays one answer',
  needs: SLOW_WRITE_NEEDS,
  opens: MOST_MEETING,
  drive: driveSlowWrite,

  judge(history) {
    if (status(history.last('slow')) !== 202) return inconclusive('the write was answered before the sync deadline');
    const retried = history.one('retried');
    const again = history.one('retried again');
    // A deployed member may replay the 202 itself (decision A23); the operation record then shows the outcome.
    if (status(retried) === 202 && !history.target.strict) return unseen;
    return allOf(
      isReplay(retried) && position(retried) !== undefined
        ? pass
        : violated('the settled answer with Idempotent-Replay: true', retried),
      sameAnswer(retried, again) ? pass : differs('the same settled answer each time', retried, again),
    );
  },
});
