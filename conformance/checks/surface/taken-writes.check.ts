/** Every write that is accepted: its answer, its replay and its record, by the rules of all answers. */
import { type Exchange, isOk, isReplay, position, requestId, status } from '../../member/exchange/exchange.ts';
import { owes } from '../../member/exchange/owed.ts';
import { replays } from '../../member/exchange/same-answer.ts';
import { judgedBy, OF_A_BODY, OF_AN_OWNER, OF_EVERY_ANSWER, OF_STATE } from '../../rules/answer-rules.ts';
import { allBlamed, type Blamed } from '../../rules/blamed.ts';
import { isARecord } from '../../rules/row-rules.ts';
import { namesItsPosition } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { inconclusive, pass, unseen, violated } from '../../runner/judgement.ts';
import { everyWrite, WRITING_HOLDS, WRITING_NEEDS, writeCases } from '../../scenes/every-write.ts';
import { byWrite, labelOf, type OfOneWrite, sent } from '../../scenes/sample-write.ts';

/** Seven characters: one too few (RID-03). */
const SHORT_ID = 'seven77';

function judgedFirst(taken: Exchange): readonly Blamed[] {
  const isFirst = isReplay(taken) ? violated('a first answer, without Idempotent-Replay: true', taken) : pass;
  // A 202 is of no fact yet: it may state a position or not (decision A35).
  const stated = status(taken) === 202 ? pass : namesItsPosition(taken);
  return [...judgedBy(taken, OF_EVERY_ANSWER, OF_A_BODY, OF_AN_OWNER), ['POS-01', stated], ['IDEM-03', isFirst]];
}

function judgedRetried(taken: Exchange, retried: Exchange): readonly Blamed[] {
  const rules = judgedBy(retried, OF_EVERY_ANSWER, OF_A_BODY, OF_AN_OWNER);
  // What a key that was answered 202 replays is open (decision A23).
  if (status(taken) === 202) return rules;
  const again = 'the first answer again, with Idempotent-Replay: true';
  const own = !owes(retried, '0.12.0') || requestId(retried) !== requestId(taken);
  const same = !isReplay(retried) || position(retried) === position(taken);
  return [
    ...rules,
    ['IDEM-02', replays(retried, taken) ? pass : violated(again, taken, retried)],
    ['IDEM-19', own ? pass : violated('the X-Request-Id of the retry itself', taken, retried)],
    ['IDEM-19', same ? pass : violated("the first answer's position", taken, retried)],
  ];
}

/** A member that is behind may not have applied the write yet (decision A42). */
function judgedRecord(history: History, taken: Exchange, record: Exchange): readonly Blamed[] {
  const isBehind = (position(record) ?? 0n) < (position(taken) ?? 0n);
  if (!isOk(record) && isBehind && !history.target.singleMember) return judgedBy(record, OF_EVERY_ANSWER);
  const ofState = isOk(record) ? judgedBy(record, OF_STATE, OF_A_BODY) : [];
  return [...judgedBy(record, OF_EVERY_ANSWER), ...ofState, ['IDEM-10', isARecord(record)]];
}

function judgedWrite(history: History, of: OfOneWrite): readonly Blamed[] {
  const [taken, retried, record] = [of.get('taken'), of.get('retried'), of.get('record')];
  if (taken === undefined || retried === undefined || record === undefined || !isOk(taken)) return [];
  return [...judgedFirst(taken), ...judgedRetried(taken, retried), ...judgedRecord(history, taken, record)];
}

const PROVES = [
  ...(['RID-01', 'RID-02', 'RID-03', 'POS-01', 'POS-02', 'POS-03'] as const),
  ...(['IDEM-02', 'IDEM-03', 'IDEM-10', 'IDEM-19', 'AUTH-13'] as const),
  ...(['ID-01', 'ID-02', 'ID-03', 'MON-15', 'MON-16'] as const),
] as const;

const TAKEN = writeCases({
  only: 'valid',
  // Only orders and policies have money, and rows of algos no key of the register.
  shows: (name) =>
    PROVES.filter((id) => {
      if (id === 'MON-15') return /\/orders|policies/.test(name);
      return id !== 'ID-01' || !name.includes('/algos');
    }),
});

/** The accepted write, its retry, and its record, on every route that writes. */
export const everyTakenWriteKeepsTheRules = check({
  id: 'surface/every-taken-write-keeps-the-rules',
  proves: PROVES,
  title:
    'every write that is taken keeps the rules of all writes: its answer, the replay of its key, and the record of its operation',
  needs: WRITING_NEEDS,
  holds: WRITING_HOLDS,
  cases: TAKEN,

  async drive(scene) {
    const { freshKey } = scene;
    await everyWrite(scene, 'touchstone-taken', TAKEN, async (write, actor) => {
      if (write.isWithheld) return undefined;
      const key = freshKey();
      const send = (what: string, id: string) =>
        sent(actor, write, key, { label: labelOf(what, write), headers: { 'X-Request-Id': id } });
      const taken = await send('taken', key);
      await send('retried', SHORT_ID);
      await actor.get(`/operations/${key}`, { label: labelOf('record', write) });
      return taken;
    });
  },

  judge(history) {
    const writes = [...byWrite(history.exchanges).values()];
    if (writes.length === 0) return unseen;
    const judged = writes.flatMap((of) => judgedWrite(history, of));
    return judged.length === 0 ? inconclusive('no write was taken') : allBlamed(history, judged);
  },
});
