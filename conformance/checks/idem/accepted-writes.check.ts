/** Every 202 of the run names its operation, which reaches an outcome. */
import type { Actor } from '../../member/actor.ts';
import { type Exchange, keyOf, status } from '../../member/exchange/exchange.ts';
import { metLabel } from '../../member/exchange/met-answers.ts';
import { recordState } from '../../member/exchange/operation-record.ts';
import { promisesItsOperation } from '../../rules/row-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  evenIfPromised,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  violated,
} from '../../runner/judgement.ts';

/** The interface states no deadline. A write without an outcome after this time is lost, if the run waits so long. */
const LONGEST_MS = 120_000;
/** With less patience a pending operation shows nothing. */
const LEAST_MS = 30_000;
const BETWEEN_LOOKS_MS = 2_000;

const lookAt = (key: string | undefined) => `look at ${key}`;

/** Looks at each operation until it is final, or the patience of the run is over. */
async function followedToTheEnd(
  open: readonly (readonly [Exchange, Actor])[],
  elapse: (ms: number) => Promise<void>,
  patienceMs: number,
): Promise<number> {
  let left = open;
  let waitedMs = 0;
  for (;;) {
    const looked = left.map(async ([e, actor]): Promise<typeof left> => {
      const record = await actor.get(`/operations/${keyOf(e)}`, { label: lookAt(keyOf(e)) });
      return recordState(record) === 'pending' ? [[e, actor]] : [];
    });
    left = (await Promise.all(looked)).flat();
    if (left.length === 0 || waitedMs >= patienceMs) return waitedMs;
    await elapse(BETWEEN_LOOKS_MS);
    waitedMs += BETWEEN_LOOKS_MS;
  }
}

/** An operation is known from its 202 on, and its owner decides it. */
function isCarriedOut(history: History, e: Exchange): Judgement {
  const looks = history.labelled(lookAt(keyOf(e)));
  const last = looks.at(-1);
  if (last === undefined) return inconclusive('the operation of a write that was answered 202 was not looked at');
  const waitedMs = Math.max(last.answeredAtMs - e.answeredAtMs, Number(history.noted('waited')?.value ?? 0));
  const after = `${e.request.method} ${e.request.path} was answered 202 ${Math.round(waitedMs / 1_000)} s before`;
  const lost = (expected: string) => evenIfPromised(violated(`${expected}: ${after}`, e, last));
  if (status(last) === 404) {
    // From 0.11.4 on a member that cannot look a key up answers 503 instead of a 202 that leads nowhere.
    return history.since('0.11.4')
      ? lost('an operation that is known from its 202 on')
      : notExercised(`${after}, and is not known`);
  }
  if (status(last) !== 200) return inconclusive(`GET /operations/${keyOf(e)} answered ${status(last) ?? 'nothing'}`);
  const state = recordState(last);
  if (state === 'final') return pass;
  if (state === 'unclear') return notExercised('the outcome of an operation does not show its progress');
  return waitedMs < LEAST_MS
    ? notExercised(`${after} and is pending: state --patience ${LEAST_MS / 1_000}s`)
    : lost('a final outcome of the operation');
}

export const acceptedWritesAreCarriedOut = check({
  id: 'idem/accepted-writes-are-carried-out',
  proves: ['IDEM-11', 'IDEM-12'],
  title: 'every write that was answered 202 in this run names its operation, which is known and reaches an outcome',
  needs: [],
  closes: true,
  busy: 'judged',
  unanswered: 'judged',

  async drive({ recall, actorOf, elapse, patienceMs, note }) {
    recall('accepted');
    const open = recall('unsettled').flatMap((e) => {
      const actor = actorOf(e);
      return actor === undefined ? [] : [[e, actor] as const];
    });
    if (open.length > 0) note('waited', await followedToTheEnd(open, elapse, Math.min(patienceMs, LONGEST_MS)));
  },

  judge(history) {
    const [met, unsettled] = [history.labelled(metLabel('accepted')), history.labelled(metLabel('unsettled'))];
    if (met.length + unsettled.length === 0)
      return notExercised('no write was answered 202 by chance: the platform judged each in time');
    return allOf(
      met.map((e) => blaming(promisesItsOperation(e), 'IDEM-11')),
      unsettled.map((e) => blaming(isCarriedOut(history, e), 'IDEM-12')),
    );
  },
});
