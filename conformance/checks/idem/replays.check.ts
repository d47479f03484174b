/** Retries of a key, one after the other: the first answer is replayed for a day, also where an owner refused. */
import {
  at,
  type Exchange,
  header,
  isFactual,
  isOk,
  isReplay,
  json,
  keyOf,
  position,
  rows,
  sentHeader,
  textAt,
} from '../../member/exchange/exchange.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import { replays } from '../../member/exchange/same-answer.ts';
import { isSpentFor, replaysTheRefusal } from '../../rules/refusal-rules.ts';
import { check, type Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  differs,
  eachOf,
  inconclusive,
  type Judgement,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';

export const retriedKeyReplays = check({
  id: 'idem/retried-key-replays',
  proves: ['IDEM-02'],
  title: 'a retried key replays the first answer, status and body, with Idempotent-Replay: true',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    const body = order();
    const first = await trader.submit(body, { key, label: 'first' });
    // The row changes in between: the replay is the first answer and not the current row.
    const orderId = textAt(first, 'orderId');
    if (orderId !== undefined) {
      const cancelKey = freshKey();
      await trader.cancel(orderId, { key: cancelKey, label: 'cancelled' });
      await trader.cancel(orderId, { key: cancelKey, label: 'cancelled again' });
    }
    await trader.submit(body, { key, label: 'retried' });
    await trader.submit(body, { key, label: 'retried again' });
  },

  judge(history) {
    const first = history.one('first');
    if (!isOk(first)) return inconclusive('the order was not accepted');
    const again = 'the first answer again, with Idempotent-Replay: true';
    const wrong = [history.one('retried'), history.one('retried again')].find((retried) => !replays(retried, first));
    if (wrong !== undefined) return violated(again, first, wrong);
    const [cancelled, cancelledAgain] = [history.maybe('cancelled'), history.maybe('cancelled again')];
    if (cancelled === undefined || cancelledAgain === undefined || !isOk(cancelled)) return unseen;
    return replays(cancelledAgain, cancelled) ? pass : violated(again, cancelled, cancelledAgain);
  },
});

export const firstAnswerIsNoReplay = check({
  id: 'idem/first-answer-is-no-replay',
  proves: ['IDEM-03'],
  title: 'the first answer of a key is not marked as a replay, whether the write was accepted or refused',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const submitted = await trader.submit(order());
    await trader.cancel(textAt(submitted, 'orderId') ?? '1');
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }));
    await trader.submit(order({ price: 'not money' }));
  },

  judge: (history) =>
    eachOf(history.writes, (first) =>
      isReplay(first)
        ? violated('a first answer, without Idempotent-Replay: true', first)
        : isOk(first) || isFactual(first)
          ? pass
          : unseen,
    ),
});

export const replayKeepsPositionAndTakesItsOwnId = check({
  id: 'idem/replay-keeps-position-and-takes-its-own-id',
  proves: ['IDEM-19'],
  title: "a replay carries the first answer's position and its own request's X-Request-Id, in a refusal's body too",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    for (const [kind, body] of [
      ['accepted', order()],
      ['refused', order({ price: FINER_THAN_ANY_GRID })],
    ] as const) {
      const key = freshKey();
      await trader.submit(body, { key, label: `${kind} first`, headers: { 'X-Request-Id': `${key}-first` } });
      // A recorded refusal moves the position and leaves no order: a replay with the current position is then seen.
      await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { label: `${kind} between` });
      await trader.submit(body, { key, label: `${kind} retried`, headers: { 'X-Request-Id': `${key}-retried` } });
    }
  },

  judge(history) {
    const pairs = ['accepted', 'refused'].map(
      (kind) => [history.one(`${kind} first`), history.one(`${kind} retried`)] as const,
    );
    if (pairs.some(([first, retried]) => position(first) === undefined || !isReplay(retried))) {
      return inconclusive('a key was not replayed');
    }
    const between = ['accepted', 'refused'].map((kind) => history.one(`${kind} between`));
    const hasMoved = pairs.every(([first], i) => isLater(between[i], first));
    return eachOf(pairs, ([first, retried]) =>
      allOf(
        position(retried) === position(first)
          ? hasMoved
            ? pass
            : inconclusive('nothing moved the position between the first answer and the replay')
          : violated("the first answer's position", first, retried),
        !history.since('0.12.0') || carriesItsOwnId(retried)
          ? pass
          : violated('the X-Request-Id of the retry itself, in header and body', first, retried),
      ),
    );
  },
});

function carriesItsOwnId(retried: Exchange): boolean {
  const own = sentHeader(retried, 'X-Request-Id');
  const body = json(retried) as { error?: { requestId?: string } } | undefined;
  return header(retried, 'X-Request-Id') === own && (body?.error?.requestId ?? own) === own;
}

function isLater(between: Exchange | undefined, first: Exchange): boolean {
  return between !== undefined && (position(between) ?? 0n) > (position(first) ?? 0n);
}

export const ownerRefusalSpendsTheKey = check({
  id: 'idem/owner-refusal-spends-the-key',
  proves: ['IDEM-08', 'IDEM-04', 'POS-05'],
  title: "an owner's refusal is recorded: the key replays it, even for a corrected request",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { key, label: 'refused' });
    await trader.submit(order(), { key, label: 'corrected' });
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { key, label: 'retried' });
  },

  judge(history) {
    const refused = history.one('refused');
    const corrected = history.one('corrected');
    const retried = history.one('retried');
    if (position(refused) === undefined) return inconclusive('the first request was not judged by an owner');
    return allOf(
      blaming(
        isSpentFor(history, refused, corrected)
          ? pass
          : differs('the recorded refusal, replayed to a corrected request', refused, corrected),
        'IDEM-08',
      ),
      blaming(replaysTheRefusal(refused, retried), 'IDEM-04', 'POS-05'),
    );
  },
});

export const keyIsForgottenAfterADay = check({
  id: 'idem/key-is-forgotten-after-a-day',
  proves: ['IDEM-09'],
  title: "a member keeps a key's answer for a day, then forgets it",
  needs: ['trader', 'account', 'instrument', 'writes', 'clock'],

  async drive({ trader, order, freshKey, operator }) {
    const key = freshKey();
    const body = order();
    await trader.submit(body, { key, label: 'first' });
    await operator.advance('23h');
    await trader.submit(body, { key, label: 'kept' });
    await operator.advance('61m');
    await trader.submit(body, { key, label: 'forgotten' });
  },

  judge(history) {
    const first = history.one('first');
    if (!isOk(first)) return inconclusive('the order was not accepted');
    const kept = history.one('kept');
    const forgotten = history.one('forgotten');
    return allOf(
      replays(kept, first) ? pass : violated('the answer replayed within the day', first, kept),
      isOk(forgotten) && (!isReplay(forgotten) || isItsOwn(forgotten, first))
        ? pass
        : violated('a first answer after a day', first, forgotten),
    );
  },
});

function isStillReplayed(history: History, what: string): Judgement {
  const [first, last] = [history.one(what), history.labelled(`${what}, last`).at(-1)];
  if (last === undefined || position(first) === undefined) return inconclusive(`no ${what} was judged by its owner`);
  return replays(last, first) ? pass : violated('the first answer, replayed again', first, last);
}

/** A second order of the key would be among the newest. */
function isMadeOnce(first: Exchange, last: Exchange | undefined, page: Exchange | undefined): Judgement {
  if (last === undefined || !isOk(first)) return inconclusive('the order was not accepted');
  const isAnother = (id: unknown) => typeof id === 'string' && id !== textAt(first, 'orderId');
  const isSecond = (row: Readonly<Record<string, unknown>>) =>
    row['clientOrderId'] === keyOf(first) && isAnother(row['orderId']);
  if (isOk(last) && isAnother(at(last, 'orderId'))) return violated('no second order of one key', first, last);
  return page !== undefined && rows(page).some(isSecond) ? violated('no second order of one key', first, page) : pass;
}

/** A violation breaks IDEM-09 too; a pass does not show it, since the check does not wait for a day. */
function brokenAlso(judgement: Judgement, id: 'IDEM-02' | 'IDEM-04'): Judgement {
  return judgement.verdict === 'violated' ? blaming(judgement, id, 'IDEM-09') : blaming(judgement, id);
}

const KEPT_NEEDS = ['trader', 'account', 'instrument', 'writes'] as const;
const KEPT = ['IDEM-02', 'IDEM-04', 'IDEM-09', 'IDEM-10', 'IDEM-16'] as const;

/** Uses three keys, and again once `between` has settled; that returns how a request is sent then. */
async function driveKept(
  { trader, order, freshKey }: Scene<(typeof KEPT_NEEDS)[number]>,
  between: () => Promise<(send: () => Promise<Exchange>) => Promise<Exchange>>,
): Promise<void> {
  const [submitted, cancelled, refused] = [freshKey(), freshKey(), freshKey()];
  const wrong = order({ price: FINER_THAN_ANY_GRID });
  const first = await trader.submit(order(), { key: submitted, label: 'order' });
  const orderId = textAt(first, 'orderId');
  if (orderId === undefined) return;
  await trader.cancel(orderId, { key: cancelled, label: 'cancel' });
  await trader.submit(wrong, { key: refused, label: 'refusal' });
  const send = await between();
  await send(() => trader.submit(order(), { key: submitted, label: 'order, last' }));
  await send(() => trader.cancel(orderId, { key: cancelled, label: 'cancel, last' }));
  await send(() => trader.submit(wrong, { key: refused, label: 'refusal, last' }));
  await send(() => trader.get('/orders', { query: { limit: 20 }, label: 'orders' }));
  await send(() => trader.get(`/operations/${submitted}`, { label: 'operation' }));
}

function areKept(history: History): Judgement {
  const first = history.one('order');
  if (!isOk(first)) return inconclusive('the order was not accepted');
  const last = (label: string) => history.labelled(label).at(-1);
  return allOf(
    brokenAlso(isStillReplayed(history, 'order'), 'IDEM-02'),
    brokenAlso(isStillReplayed(history, 'cancel'), 'IDEM-02'),
    brokenAlso(isStillReplayed(history, 'refusal'), 'IDEM-04'),
    blaming(expects(history.last('operation'), { status: 200 }), 'IDEM-10'),
    blaming(isMadeOnce(first, last('order, last'), last('orders')), 'IDEM-16'),
  );
}

/** As long as the other checks that wait for a minute. */
const KEPT_MS = 61_000;

export const keysAreKeptToTheEnd = check({
  id: 'idem/keys-are-kept-to-the-end',
  proves: KEPT,
  title: 'the first keys of a run replay as its last requests, have one effect, and their operations are served',
  needs: KEPT_NEEDS,
  waits: { ms: KEPT_MS, for: 'keys to grow old' },

  drive: (scene) =>
    driveKept(scene, async () => {
      await scene.elapse(KEPT_MS);
      await scene.othersDone();
      return (send) => send();
    }),

  judge: areKept,
});

export const keysSurviveARestart = check({
  id: 'idem/keys-survive-a-restart',
  proves: KEPT,
  title: 'keys replay after a restart of every member, have one effect, and their operations are served',
  needs: [...KEPT_NEEDS, 'restart', 'destructive'],

  drive: (scene) => driveKept(scene, async () => (await scene.operator.restart()).afterwards),

  judge: areKept,
});

/** Answered 202 and settled since: the settled answer is a replay of itself, at its own position. */
function isItsOwn(settled: Exchange, first: Exchange): boolean {
  return settled.settling !== undefined && position(settled) !== position(first);
}
