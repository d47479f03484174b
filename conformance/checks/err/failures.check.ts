/**
 * Refusals of a member that is full, has no record owner, cannot look up a key, or fails itself.
 */
import type { FaultEdge } from '../../member/control/control.ts';
import { type Exchange, errorCode, keyOf, position, status, textAt } from '../../member/exchange/exchange.ts';
import { FINER_THAN_ANY_GRID, type OrderBody } from '../../member/exchange/order.ts';
import { isStatedWithin, statedSeconds } from '../../member/exchange/retry-after.ts';
import {
  isRetryableByTheRules,
  keepsTheRules,
  RULED,
  refusalsOf,
  statesWhenToRetry,
} from '../../rules/refusal-rules.ts';
import { type CheckOfTable, check, checks, type Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, evenIfBusy, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';

const NEEDS = ['trader', 'account', 'instrument', 'control', 'writes'] as const;
type Failing = Scene<(typeof NEEDS)[number]>;
type Asked = { readonly label?: string };

/** An order that its owner refuses, so that it never rests. */
const refusedByItsOwner = ({ order }: Pick<Failing, 'order'>) => order({ price: FINER_THAN_ANY_GRID });

/** Submits an order that the member refuses once with this code and does not send to its owner. */
async function refuseOnce({ trader, control, freshKey }: Failing, body: OrderBody, refuse: string) {
  const key = freshKey();
  await control.fault({ on: { edge: 'inbox', key }, refuse, times: 1 });
  await trader.submit(body, { key });
}

/** Submits an order while its key cannot be looked up, and lets the target's time pass until it is answered. */
async function submitWithoutLookUp(scene: Failing, body: OrderBody, asked: Asked = {}): Promise<void> {
  const { trader, control, freshKey, elapse } = scene;
  const key = freshKey();
  const lookUp = await control.fault({ on: { edge: 'look-up', key }, hold: key, times: 1 });
  const pending = trader.submit(body, { key, ...asked });
  await lookUp.untilHeld();
  await passTimeUntilAnswered(elapse, [pending]);
}

/** Submits an order whose look-up fails, once. */
async function submitWithFailingLookUp({ trader, control, freshKey }: Failing, body: OrderBody, asked: Asked = {}) {
  const key = freshKey();
  await control.fault({ on: { edge: 'look-up', key }, fail: true, times: 1 });
  await trader.submit(body, { key, ...asked });
}

const STEP_MS = 500;
/** Longer than any deadline of a member that the interface lets a client wait for. */
const MOST_STEPS = 20;

/** Lets the target's time pass until all are answered, ten seconds of it at the most. */
async function passTimeUntilAnswered(
  elapse: (ms: number) => Promise<void>,
  pending: readonly Promise<Exchange>[],
): Promise<void> {
  let waiting = pending.length;
  for (const one of pending) {
    void one.then(() => {
      waiting -= 1;
    });
  }
  for (let step = 0; step < MOST_STEPS && waiting > 0; step += 1) await elapse(STEP_MS);
  await Promise.all(pending);
}

/** Fewer than the connections that the suite opens at once. */
const BATCH = 60;
const MOST_BATCHES = 12;
/** How often a batch is polled until each write is held or answered. */
const MOST_LOOKS = 2_000;

/** Holds writes in batches until the member is full and refuses one. No order rests after the release. */
async function fillUntilRefused(scene: Failing, edge: FaultEdge): Promise<void> {
  const { trader, control, freshKey, elapse } = scene;
  const body = refusedByItsOwner(scene);
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

/** Another key shows that there is room now, so a second refusal with this code means that the key is not free. */
function isFreeAgain(again: Exchange, code: string, withRoom: Exchange | undefined): Judgement {
  const foundRoom = withRoom !== undefined && position(withRoom) !== undefined;
  return errorCode(again) === code && foundRoom
    ? violated('the key free: there is room for another one', again, withRoom)
    : expects(again, { status: 'not 5xx', position: 'present' }, 'the key was free');
}

function judgeFull(history: History, code: string): Judgement {
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

/** The two bounds of ERR-16, distinguished by where the writes are held. */
export const fullMembers = checks(
  'err',
  {
    // Held before the inbox, a command is the member's alone.
    'in-flight-full': {
      proves: 'ERR-16',
      title:
        "a write past the member's own bound answers 429 IN_FLIGHT_FULL, retryable true; nothing is queued, the key stays free",
      edge: 'inbox',
      code: 'IN_FLIGHT_FULL',
    },
    // Held at the verdict, a command keeps its place in the inbox.
    'inbox-full': {
      proves: 'ERR-16',
      title:
        "a write past the owner's inbox answers 429 INBOX_FULL, retryable true; nothing is queued, the key stays free",
      edge: 'verdict',
      code: 'INBOX_FULL',
    },
  },
  ({ edge, code }: CheckOfTable & { readonly edge: FaultEdge; readonly code: string }) => ({
    needs: NEEDS,
    drive: (scene) => fillUntilRefused(scene, edge),
    judge: (history) => judgeFull(history, code),
  }),
);

/**
 * The other 429s and 503s have their own rules and checks: ERR-12 to ERR-16, ERR-21. conformance/README.md shows this check
 * whole, so it uses no helper of this file.
 */
export const fullInboxIsRetryable = check({
  id: 'err/full-inbox-is-retryable',
  proves: ['ERR-11'],
  title: 'retryable is true for a 429 that no owner judged',
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    await control.fault({ on: { edge: 'inbox', key }, refuse: 'INBOX_FULL', times: 1 });
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { key, label: 'refused' });
  },

  judge(history) {
    const refused = history.one('refused');
    return status(refused) === 429 ? isRetryableByTheRules(refused) : inconclusive('a full inbox did not answer 429');
  },
});

export const ownerAbsent = check({
  id: 'err/owner-absent',
  proves: ['ERR-21'],
  title: 'OWNER_ABSENT is 503 with retryable true while a record owner is absent; the same key is served afterwards',
  needs: ['trader', 'account', 'instrument', 'stopOwner', 'writes'],

  async drive(scene) {
    const { trader, operator } = scene;
    const body = refusedByItsOwner(scene);
    const owners = await operator.begin('stopOwner');
    const away = await owners.meet((key) => trader.submit(body, { key, label: 'away' }));
    await owners.end();
    await owners.afterwards(() => trader.submit(body, { key: keyOf(away) ?? '', label: 'back' }));
  },

  judge: (history) =>
    allOf(
      expects(history.last('away'), { status: 503, code: 'OWNER_ABSENT', retryable: true, position: 'absent' }),
      expects(history.last('back'), { status: 'not 5xx', position: 'present' }, 'judged by its owner'),
    ),
});

export const notServingIsRetryable = check({
  id: 'err/not-serving-is-retryable',
  proves: ['ERR-14'],
  title: 'a write whose key cannot be looked up answers 503 NOT_SERVING, retryable true unless the member is a replica',
  needs: ['trader', 'account', 'instrument', 'cutOff', 'writes'],

  async drive(scene) {
    const journal = await scene.operator.begin('cutOff');
    const body = refusedByItsOwner(scene);
    const held = await journal.meet((key) => scene.trader.submit(body, { key, label: 'held' }));
    await journal.end();
    await journal.afterwards(() => scene.trader.submit(body, { key: keyOf(held) ?? '', label: 'back' }));
  },

  judge(history) {
    const held = history.last('held');
    // IDEM-14 requires the refusal itself.
    if (errorCode(held) !== 'NOT_SERVING') return inconclusive('the write was not refused NOT_SERVING');
    return expects(held, { status: 503, retryable: history.target.replica !== true });
  },
});

/** A full inbox and an absent owner ask for a short pause; none of the interface's windows lasts an hour. */
const LONGEST_S = 3600;

function saysWhen(e: Exchange): Judgement {
  const stated = statesWhenToRetry(e);
  if (stated.verdict === 'violated') return stated;
  if (statedSeconds(e) === undefined || isStatedWithin(e, Number.NEGATIVE_INFINITY, LONGEST_S)) return pass;
  return evenIfBusy(violated(`Retry-After of at most ${LONGEST_S} seconds`, e));
}

export const retryAfter = check({
  id: 'err/retry-after',
  proves: ['ERR-10'],
  title: 'every 429 and 503 carries Retry-After',
  needs: NEEDS,

  async drive(scene) {
    const body = refusedByItsOwner(scene);
    for (const refuse of ['INBOX_FULL', 'OWNER_ABSENT']) await refuseOnce(scene, body, refuse);
    await submitWithoutLookUp(scene, body);
  },

  judge: (history) =>
    eachOf(
      history.answered.filter((e) => status(e) === 429 || status(e) === 503),
      saysWhen,
    ),
});

/** A line of a stack, a place in a source file, a path of a file system. */
const OF_THE_INSIDE = [
  /\n[^\S\n]*at\s/,
  /\bat\s[\w.<>$]+\s\([^)]*:\d+/,
  /\.(?:[cm]?[jt]sx?|java|kt|go|py|rs|cs|cpp|rb):\d+/,
  /\/[\w.@-]{1,80}\/[\w.@-]{1,80}\.\w{1,4}\b/,
  /\bnode:[a-z]/,
  /node_modules/,
  /[A-Za-z]:\\/,
];

export const internalError = check({
  id: 'err/internal-error',
  proves: ['ERR-17'],
  title: 'a failure of the member itself answers 500 INTERNAL_ERROR in the envelope, without a stack or a path',
  needs: NEEDS,

  drive: (scene) => submitWithFailingLookUp(scene, refusedByItsOwner(scene), { label: 'failed' }),

  judge(history) {
    const failed = history.one('failed');
    const text = [failed.response?.body.replaceAll('\\n', '\n') ?? '', textAt(failed, 'error', 'message') ?? ''];
    const shown = OF_THE_INSIDE.some((inside) => text.some((part) => inside.test(part)));
    return allOf(
      expects(failed, { status: 500, code: 'INTERNAL_ERROR', retryable: false, headers: { 'x-request-id': true } }),
      shown ? violated('no stack and no path in the answer', failed) : pass,
    );
  },
});

export const failuresKeepTheRules = check({
  id: 'err/failures-are-told-by-the-rules',
  proves: RULED,
  title: 'a 429, a 500 and a 503 keep the rules of all refusals: envelope, message, request id, retryable',
  needs: NEEDS,

  async drive(scene) {
    const body = refusedByItsOwner(scene);
    for (const refuse of ['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED']) await refuseOnce(scene, body, refuse);
    await submitWithFailingLookUp(scene, body);
    await submitWithoutLookUp(scene, body);
  },

  judge: (history) => eachOf(refusalsOf(history), keepsTheRules),
});
