/** Operation records: whose they are, and the one outcome that a write answered 202 reaches. */
import { at, type Exchange, isOk, keyOf, pathOf, position, status } from '../../member/exchange/exchange.ts';
import { recordState } from '../../member/exchange/operation-record.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import { together } from '../../member/sending/together.ts';
import { refusedAlike } from '../../rules/refusal-rules.ts';
import { isARecord, promisesItsOperation } from '../../rules/row-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import {
  allOf,
  blaming,
  evenIfPromised,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { everyWrite, WRITING_HOLDS, WRITING_NEEDS, writeCases } from '../../scenes/every-write.ts';
import { byWrite, labelOf, sent } from '../../scenes/sample-write.ts';

export const operationRecord = check({
  id: 'idem/operation-record',
  proves: ['IDEM-10'],
  title: 'GET /operations/{key} serves the record of a written key; an unknown key answers 404 UNKNOWN_OPERATION',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    const refusedKey = freshKey();
    await trader.submit(order(), { key, label: 'written' });
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { key: refusedKey, label: 'refused' });
    await trader.get(`/operations/${key}`, { label: 'record' });
    await trader.get(`/operations/${refusedKey}`, { label: 'record of a refusal' });
    await trader.get(`/operations/${freshKey()}`, { label: 'unknown' });
  },

  judge(history) {
    const written = [history.one('written'), history.one('refused')];
    if (written.some((e) => position(e) === undefined)) return inconclusive('an owner did not judge both writes');
    return allOf(
      isARecord(history.one('record')),
      isARecord(history.one('record of a refusal')),
      expects(history.one('unknown'), { status: 404, code: 'UNKNOWN_OPERATION' }),
    );
  },
});

const keyIn = (e: Exchange) => pathOf(e).split('/')[2] ?? '';

function isUnknown(foreign: Exchange, unknown: Exchange): Judgement {
  return allOf(
    expects(foreign, { status: 404, code: 'UNKNOWN_OPERATION' }),
    refusedAlike(unknown, foreign, keyIn, 'a key that no caller wrote'),
  );
}

export const operationIsItsOrganisationsOwn = check({
  id: 'idem/operation-is-its-organisations-own',
  proves: ['IDEM-17'],
  title: "a key's operation record is not visible to another organisation",
  needs: ['trader', 'outsider', 'account', 'instrument', 'writes'],

  async drive({ trader, outsider, order, freshKey }) {
    const key = freshKey();
    await trader.submit(order(), { key, label: 'written' });
    // Read by its own organisation first: a member that keeps what it served must not serve it to another.
    await trader.get(`/operations/${key}`);
    await outsider.get(`/operations/${key}`, { label: 'foreign' });
    await outsider.get(`/operations/${freshKey()}`, { label: 'unknown' });
  },

  judge(history) {
    if (position(history.one('written')) === undefined) return inconclusive('an owner did not judge the write');
    return isUnknown(history.one('foreign'), history.one('unknown'));
  },
});

const TAKEN = writeCases({ only: 'valid' });

export const operationsOfEveryWriteAreTheirOrganisationsOwn = check({
  id: 'idem/operations-of-every-write-are-their-organisations-own',
  proves: ['IDEM-17'],
  title: "no write's operation record is visible to another organisation",
  needs: [...WRITING_NEEDS, 'outsider'],
  holds: WRITING_HOLDS,
  cases: TAKEN,

  async drive(scene) {
    const { admin, outsider, freshKey } = scene;
    await everyWrite(scene, 'touchstone-operations', TAKEN, async (write, actor) => {
      if (write.isWithheld) return undefined;
      const key = freshKey();
      const taken = await sent(actor, write, key, { label: labelOf('taken', write) });
      // Read by its own organisation first: a member that keeps what it served must not serve it to another.
      await admin.get(`/operations/${key}`);
      await outsider.get(`/operations/${key}`, { label: labelOf('foreign', write) });
      return taken;
    });
    await outsider.get(`/operations/${freshKey()}`, { label: 'unknown' });
  },

  judge(history) {
    const writes = [...byWrite(history.exchanges).values()];
    if (writes.length === 0) return unseen;
    const judged = writes.flatMap((of) => {
      const [taken, foreign] = [of.get('taken'), of.get('foreign')];
      const isOfAnOwner = taken !== undefined && position(taken) !== undefined;
      return isOfAnOwner && foreign !== undefined ? [isUnknown(foreign, history.one('unknown'))] : [];
    });
    return judged.length === 0 ? inconclusive('an owner judged no write') : allOf(judged);
  },
});

/** Sent at once, so that a platform that is slow under load answers one of them 202. */
const ORDERS = 5;

const NO_202 = 'no write was answered 202 by chance: the platform judged each in time';

/** The exchanges of a write that was answered 202: the 202, the polls, and the same request again. */
interface Followed {
  readonly accepted: Exchange;
  readonly polls: readonly Exchange[];
  readonly again: Exchange | undefined;
}

function followedOf(write: Exchange): Followed | undefined {
  const wire = write.settling ?? [write];
  const accepted = wire.find((e) => status(e) === 202 && e.request.method === 'POST');
  if (accepted === undefined) return undefined;
  const polls = wire.filter(({ request }) => request.method === 'GET');
  return { accepted, polls, again: wire.findLast((e) => e !== accepted && e.request.method === 'POST') };
}

/** Pending until it is final, then the same from then on; never unknown. */
function reachesOneOutcome({ accepted, polls }: Followed, after: readonly Exchange[]): Judgement {
  const looks = [...polls, ...after];
  const unknown = looks.find((e) => status(e) === 404);
  if (unknown !== undefined) {
    // Another member may not know it yet. An operation that the last read does not find is lost.
    const isLost = status(looks.at(-1) ?? unknown) === 404;
    const broken = violated('an operation that is known from its 202 on', accepted, unknown);
    return isLost ? evenIfPromised(broken) : broken;
  }
  const served = looks.filter(isOk);
  const first = served.findIndex((e) => recordState(e) === 'final');
  const final = served[first];
  if (final === undefined) return unseen;
  const left = served
    .slice(first + 1)
    .find((e) => recordState(e) === 'pending' || !sameBody(at(e, 'outcome'), at(final, 'outcome')));
  if (left !== undefined) return violated('the final outcome, for good', final, left);
  return served.length > first + 1 ? pass : unseen;
}

/** The client sends a key again once its operation is final; some members replay the 202 itself (decision A23). */
function replaysItsOutcome({ accepted, again }: Followed, write: Exchange): Judgement {
  if (again === undefined || again.response === null || status(again) === 202) return unseen;
  const isAnAnswer = isOk(again) || (status(again) ?? 500) < 500;
  return isAnAnswer && status(write) === status(again)
    ? pass
    : violated('the settled answer to the retried key', accepted, again);
}

export const acceptedWritesReachTheirOutcome = check({
  id: 'idem/accepted-writes-reach-their-outcome',
  proves: ['IDEM-11', 'IDEM-12', 'IDEM-13'],
  title: 'a write answered 202 names its operation, which reaches one outcome for good, and the key replays it',
  needs: ['trader', 'account', 'instrument', 'writes'],
  opens: ORDERS,

  async drive({ trader, order, freshKey }) {
    const departure = together(ORDERS);
    const sent = await Promise.all(
      Array.from({ length: ORDERS }, () => trader.submit(order(), { key: freshKey(), label: 'sent', departure })),
    );
    for (const write of sent.filter((e) => followedOf(e) !== undefined)) {
      for (let looks = 0; looks < 2; looks += 1)
        await trader.get(`/operations/${keyOf(write)}`, { label: `after ${keyOf(write)}` });
    }
  },

  judge(history) {
    const judged = history.labelled('sent').flatMap((write) => {
      const followed = followedOf(write);
      if (followed === undefined) return [];
      return [
        blaming(promisesItsOperation(followed.accepted), 'IDEM-11'),
        blaming(reachesOneOutcome(followed, history.labelled(`after ${keyOf(write)}`)), 'IDEM-12'),
        blaming(replaysItsOutcome(followed, write), 'IDEM-13'),
      ];
    });
    return judged.length === 0 ? notExercised(NO_202) : allOf(judged);
  },
});
