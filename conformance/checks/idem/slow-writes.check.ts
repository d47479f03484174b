/** Writes whose owner answers after the sync deadline: the 202, the outcome of the operation, the replay of that outcome. */
import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isReplay, json, keyOf, position, status } from '../../member/exchange/exchange.ts';
import { sameAnswer, sameBody } from '../../member/exchange/same-answer.ts';
import { check, type Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, differs, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';

const SLOW_WRITE_NEEDS = ['trader', 'account', 'instrument', 'writes', 'control'] as const;

/**
 * A write whose owner answers after the sync deadline: submitted, accepted, polled while it is in progress, settled, polled
 * twice more, and retried.
 */
async function driveSlowWrite({
  trader,
  order,
  freshKey,
  control,
}: Scene<(typeof SLOW_WRITE_NEEDS)[number]>): Promise<void> {
  const key = freshKey();
  const body = order();
  const held = await control.fault({ on: { command: 'submit', key }, hold: key });
  const pending = trader.submit(body, { key, label: 'slow' });
  await held.untilHeld();
  await control.advance('5s');
  await pending;
  await trader.get(`/operations/${key}`, { label: 'in progress' });
  await control.release(key);
  await control.advance('1s');
  await trader.get(`/operations/${key}`, { label: 'settled' });
  await trader.get(`/operations/${key}`, { label: 'settled again' });
  await trader.submit(body, { key, label: 'retried', settle: false });
  await trader.submit(body, { key, label: 'retried again', settle: false });
}

export const slowWriteAnswers202 = check({
  id: 'idem/slow-write-answers-202',
  proves: ['IDEM-11'],
  title: 'a write not answered by the sync deadline answers 202 with Location: /operations/{key}',
  needs: SLOW_WRITE_NEEDS,
  drive: driveSlowWrite,

  judge(history) {
    const slow = history.one('slow');
    return expects(slow, { status: 202, headers: { location: `/operations/${keyOf(slow)}` } });
  },
});

export const operationReachesOneFinalOutcome = check({
  id: 'idem/operation-reaches-one-final-outcome',
  proves: ['IDEM-12'],
  title: 'the operation polled after a 202 is known throughout, reaches a final outcome and never leaves it',
  needs: SLOW_WRITE_NEEDS,

  async drive(scene) {
    const { trader, order, freshKey } = scene;
    const key = freshKey();
    await trader.submit(order(), { key, label: 'plain' });
    await trader.get(`/operations/${key}`, { label: 'plain record' });
    await driveSlowWrite(scene);
  },

  judge(history) {
    if (status(history.one('slow')) !== 202) return inconclusive('the write was answered before the sync deadline');
    const inProgress = history.one('in progress');
    const settled = history.one('settled');
    const again = history.one('settled again');
    return allOf(
      expects(inProgress, { status: 200 }, 'a key answered 202 is never unknown'),
      expects(settled, { status: 200 }),
      sameBody(outcomeOf(settled), outcomeOf(again)) ? pass : differs('the final outcome, for good', settled, again),
      // Whatever moved shows progress, also where the interface does not name it.
      isDeepStrictEqual(outcomeOf(inProgress), outcomeOf(settled))
        ? unmoved(inProgress, settled, history.one('plain record'))
        : pass,
    );
  },
});

type Outcome = Readonly<Record<string, unknown>>;

function outcomeOf(polled: Exchange): Outcome {
  return (json(polled) as { readonly outcome?: Outcome } | undefined)?.outcome ?? {};
}

/** Of an orders outcome only the family is named: one that reads the same for a settled write does not show its progress. */
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
  title: 'a key retried after its 202 has settled replays one settled answer',
  needs: SLOW_WRITE_NEEDS,
  drive: driveSlowWrite,

  judge(history) {
    if (status(history.one('slow')) !== 202) return inconclusive('the write was answered before the sync deadline');
    const retried = history.one('retried');
    const again = history.one('retried again');
    // Whether the 202 itself is what is replayed is open (decision A23): the operation record decides then.
    if (status(retried) === 202 && !history.target.strict) return unseen;
    return allOf(
      isReplay(retried) && position(retried) !== undefined
        ? pass
        : violated('the settled answer with Idempotent-Replay: true', retried),
      sameAnswer(retried, again) ? pass : differs('the same settled answer each time', retried, again),
    );
  },
});
