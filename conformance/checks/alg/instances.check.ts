/**
 * The life of an algo instance: created with its first document, started, stopped, deleted, and halted with all others.
 */

import {
  at,
  type Exchange,
  isOk,
  isReplay,
  json,
  pathOf,
  rows,
  sentJson,
  status,
} from '../../member/exchange/exchange.ts';
import { instanceIdOf } from '../../member/exchange/instance-id.ts';
import { countOf, sameId } from '../../member/exchange/open-id.ts';
import { namesItsOperation } from '../../member/exchange/settling.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import {
  answers,
  creationBody,
  documentOf,
  endInstance,
  INSTANCES,
  instanceIn,
  isApplied,
  NO_VERDICT,
  notCreated,
  verdictOn,
  withInstance,
} from '../../scenes/own-instance.ts';

/** Whether a row is of this instance. The interface does not show what the id's property is called. */
function isRowOf(e: Exchange, id: string): boolean {
  return instanceIdOf(json(e)) === id || Object.values(asObject(json(e))).some((value) => String(value) === id);
}

/** The outcome of a creation's operation: its family, the instance and the first document. */
function namesTheInstance(record: Exchange, id: string | undefined): Judgement {
  const outcome = asObject(at(record, 'outcome'));
  const named =
    outcome['family'] === 'algos' &&
    id !== undefined &&
    instanceIdOf({ instanceId: outcome['instanceId'] }) === id &&
    countOf(outcome['configSeq']) === 1;
  return named ? pass : violated('an outcome of the family algos with instanceId, and configSeq 1', record);
}

/** Whether a row has the status DELETED. The property's name is not shown; `lastCause` is not a status. */
function isDeleted(e: Exchange): boolean {
  const { lastCause: _, ...row } = asObject(json(e));
  return Object.values(row).includes('DELETED');
}

/** Properties of the body that the row returns. */
const KEPT = ['algoVersionId', 'pool', 'displayName'];

function isTheRow(created: Exchange, id: string, strict: boolean): Judgement {
  const sent = asObject(sentJson(created));
  const other = KEPT.find((name) => !sameId(at(created, name), sent[name]));
  return allOf(
    // The status of a creation is left open (decision A78).
    expects(created, { status: strict ? 201 : [200, 201] }),
    isRowOf(created, id) ? pass : violated('the row of the instance, with its id', created),
    other === undefined ? pass : violated(`the row with the ${other} that was sent`, created),
    countOf(at(created, 'configSeq')) === 1
      ? pass
      : violated('configSeq 1: its first document is recorded with it', created),
  );
}

/** A creation that is answered later: 202, with the Location of its operation. */
function isPromised(created: Exchange): Judgement {
  return namesItsOperation(created) ? pass : violated('202 with Location: /operations/{key}', created);
}

export const creationAnswersTheRow = check({
  id: 'alg/creation-answers-the-row',
  proves: ['ALG-02'],
  title: 'an instance is created with its first document: 201 with the row, and an operation that names both',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin, freshKey } = scene;
    const key = freshKey();
    await withInstance(scene, admin, { key }, async ({ path }) => {
      await admin.get(`/operations/${key}`, { label: 'record' });
      await admin.get(path, { label: 'row' });
      await admin.get(`${path}/configs/1`, { label: 'document' });
    });
  },

  judge(history) {
    const created = history.one('created');
    const [record, row, document] = ['record', 'row', 'document'].map((label) => history.maybe(label));
    if (record === undefined || row === undefined || document === undefined)
      return notCreated(history) ?? violated('an answer, or an operation, that names the instance', created);
    const id = instanceIn(row);
    return allOf(
      status(created) === 202 ? isPromised(created) : isTheRow(created, id, history.target.strict),
      namesTheInstance(record, id),
      expects(row, { status: 200 }),
      expects(document, { status: 200 }, 'the first document'),
      !isOk(document) || countOf(at(document, 'seq')) === 1 ? pass : violated('the document of seq 1', document),
    );
  },
});

export const slowCreation = check({
  id: 'alg/slow-creation',
  proves: ['ALG-02'],
  title: 'a creation that its owner judges late answers 202 with Location, and its operation then names the instance',
  needs: ['admin', 'algoVersion', 'algos', 'writes', 'control'],

  async drive(scene) {
    const { admin, control, freshKey } = scene;
    const key = freshKey();
    const held = await control.fault({ on: { command: 'create-instance', key }, hold: key });
    const pending = admin.post(INSTANCES, creationBody(scene), { key, label: 'created' });
    await held.untilHeld();
    await control.advance('5s');
    await pending;
    await admin.get(`/operations/${key}`, { label: 'in progress' });
    await control.release(key);
    await control.advance('1s');
    const record = await admin.get(`/operations/${key}`, { label: 'record' });
    const id = instanceIdOf(at(record, 'outcome'));
    if (id === undefined) return;
    const own = { id, path: `${INSTANCES}/${id}` };
    await admin.get(own.path, { label: 'row' });
    await endInstance(admin, own);
  },

  judge(history) {
    const created = history.one('created');
    if (status(created) !== 202) return inconclusive('the creation was answered in time');
    const [inProgress, record, row] = [history.one('in progress'), history.one('record'), history.maybe('row')];
    return allOf(
      isPromised(created),
      expects(inProgress, { status: 200 }, 'the operation of a 202'),
      // A pending operation may have no outcome, or one of null (A34).
      [undefined, null, 'algos'].includes(at(inProgress, 'outcome', 'family') as never)
        ? pass
        : violated('an outcome of the family algos', inProgress),
      namesTheInstance(record, instanceIdOf(at(record, 'outcome'))),
      row === undefined ? unseen : expects(row, { status: 200 }, 'the instance that the operation names'),
    );
  },
});

const ARMS = ['start', 'stop', 'delete'] as const;

export const armsAnswerTheRow = check({
  id: 'alg/arms-answer-the-row',
  proves: ['ALG-10'],
  title: 'start, stop and delete answer 200 with the row of the instance',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await withInstance(scene, admin, {}, async (own) => {
      if (!(await isApplied(scene, admin, own))) return;
      for (const arm of ARMS) await admin.post(`${own.path}/${arm}`, { remark: arm }, { label: arm });
    });
  },

  judge(history) {
    const [started] = ARMS.map((arm) => history.maybe(arm));
    if (started === undefined) return notCreated(history) ?? inconclusive(NO_VERDICT);
    const id = instanceIn(started);
    return eachOf(ARMS, (arm) => {
      const e = history.one(arm);
      const answered = answers(e, { status: 200 });
      return answered.verdict !== 'pass' || isRowOf(e, id) ? answered : violated('the row of the instance', e);
    });
  },
});

/** The latest document's, a stale and a weak one: a member looks at none of them. `*` is left open (decision A82). */
const VALIDATORS = ['"1"', '"9"', 'W/"1"'];

export const armsTakeNoIfMatch = check({
  id: 'alg/arms-take-no-if-match',
  proves: ['ALG-09'],
  title: 'start, stop and delete refuse any If-Match with 400 INVALID_IF_MATCH at the door',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin, freshKey } = scene;
    await withInstance(scene, admin, {}, async ({ path }) => {
      const key = freshKey();
      for (const ifMatch of VALIDATORS) {
        for (const arm of ['start', 'delete', 'stop'])
          await admin.post(`${path}/${arm}`, {}, { ifMatch, label: 'conditional' });
      }
      await admin.post(`${path}/stop`, {}, { key, ifMatch: '"1"', label: 'conditional' });
      await admin.get(path, { label: 'row' });
      await admin.post(`${path}/stop`, {}, { key, label: 'unconditional' });
    });
  },

  judge(history) {
    const row = history.maybe('row');
    if (row === undefined) return notCreated(history) ?? inconclusive('no instance to move');
    const unconditional = history.one('unconditional');
    const refused = { status: 400, code: 'INVALID_IF_MATCH', position: 'absent' } as const;
    return allOf(
      eachOf(history.labelled('conditional'), (e) => expects(e, refused)),
      isDeleted(row) ? violated('the instance as it was before the refused arms', row) : pass,
      isReplay(unconditional) ? violated('a key that the door left free', unconditional) : pass,
      // Whether a stopped instance may be stopped is up to the member (decision A85).
      answers(unconditional, { status: history.target.strict ? 200 : [200, 409] }, 'without If-Match'),
    );
  },
});

function staysDeleted(e: Exchange): Judgement {
  const served = expects(e, { status: 200 }, 'a deleted instance stays readable');
  return served.verdict !== 'pass' || isDeleted(e) ? served : violated('the row in status DELETED', e);
}

export const deletedInstanceStaysReadable = check({
  id: 'alg/deleted-instance-stays-readable',
  proves: ['ALG-10'],
  title: 'a deleted instance stays listed and readable with its documents, as DELETED; its id is never reused',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await withInstance(scene, admin, {}, async (own) => {
      const { path } = own;
      // An instance without an applied document is not started anyway.
      await verdictOn(scene, admin, own);
      await admin.post(`${path}/delete`, {}, { label: 'deleted' });
      await admin.get(path, { label: 'row' });
      for (const below of ['/configs', '/configs/1', '/orders']) await admin.get(path + below, { label: 'below' });
      await admin.get(INSTANCES, { label: 'list' });
      for (const arm of ['start', 'stop']) await admin.post(`${path}/${arm}`, {}, { label: 'moved' });
      await admin.put(`${path}/config`, { document: documentOf(scene) }, { label: 'moved' });
      await admin.get(path, { label: 'row' });
    });
    for (const label of ['another', 'one more']) await withInstance(scene, admin, { label });
  },

  judge(history) {
    const deleted = history.maybe('deleted');
    if (deleted === undefined) return notCreated(history) ?? inconclusive('no instance to delete');
    const answered = answers(deleted, { status: 200 });
    if (answered.verdict !== 'pass') return answered;
    const id = instanceIn(deleted);
    const [documents] = history.labelled('below');
    const list = history.one('list');
    const again = ['another', 'one more'].map((label) => history.one(label)).find((e) => isRowOf(e, id));
    return allOf(
      eachOf(history.labelled('row'), staysDeleted),
      eachOf(history.labelled('below'), (e) => expects(e, { status: 200 })),
      documents === undefined || rows(documents).length === 1 ? pass : violated('its one document', documents),
      rows(list).some((row) => instanceIdOf(row) === id) ? pass : violated('the deleted instance listed', list),
      again === undefined ? pass : violated('an id that was never used', deleted, again),
      history
        .labelled('moved')
        .filter((e) => isOk(e) && /\/(start|stop)$/.test(pathOf(e)))
        .map((e) => violated('an arm refused: DELETED is terminal', deleted, e)),
      // The sandbox's own code for a final state (decision A85).
      (history.target.strict ? history.labelled('moved') : []).map((e) =>
        expects(e, { status: 409, code: 'TRANSITION_NOT_ADMITTED', position: 'present' }),
      ),
    );
  },
});

/** The name of a started instance's status is not shown: after the halt it differs from that of `started`. */
function isStopped(started: Exchange, row: Exchange, strict: boolean): Judgement {
  const isAsStarted = isOk(row) && at(row, 'status') !== undefined && at(row, 'status') === at(started, 'status');
  const isOurs = !strict || at(row, 'status') === 'STOPPED';
  return !isAsStarted && isOurs ? pass : violated('an instance that is no longer started', started, row);
}

export const haltStopsEveryInstance = check({
  id: 'alg/halt-stops-every-instance',
  proves: ['ALG-11'],
  title:
    'a halt stops every started instance of the organisation and answers 200 with their count, 0 when none was started',
  // A halt also stops instances that the check did not start.
  needs: ['admin', 'deputy', 'algoVersion', 'algos', 'destructive'],
  // The checks of every write start an instance too, and act as deputy.
  holds: ['algos', 'deputy'],

  async drive(scene) {
    const { admin, deputy } = scene;
    await withInstance(scene, admin, {}, (one) =>
      withInstance(scene, deputy, { label: 'created too' }, async (other) => {
        if (!(await isApplied(scene, admin, one)) || !(await isApplied(scene, admin, other))) return;
        await admin.post(`${one.path}/start`, {}, { label: 'started' });
        await deputy.post(`${other.path}/start`, {}, { label: 'started' });
        await admin.get(INSTANCES, { label: 'list' });
        await admin.post('/algos/halt', { remark: 'the suite halts' }, { label: 'halt' });
        await admin.get(one.path, { label: 'halted' });
        await admin.get(other.path, { label: 'halted' });
        await admin.post('/algos/halt', {}, { label: 'halt again' });
      }),
    );
  },

  judge(history) {
    const halt = history.maybe('halt');
    if (halt === undefined) return notCreated(history) ?? inconclusive(NO_VERDICT);
    const started = history.labelled('started');
    const [first] = started;
    if (first === undefined || !started.every((e) => status(e) === 200)) return inconclusive('nothing was started');
    const running = rows(history.one('list')).filter((row) => row['status'] === at(first, 'status')).length;
    const count = countOf(at(halt, 'count')) ?? -1;
    const again = history.one('halt again');
    const { strict } = history.target;
    return allOf(
      answers(halt, { status: 200 }),
      count >= 2 && (!strict || count === running)
        ? pass
        : violated('the count of the instances that were started', halt),
      eachOf(history.labelled('halted'), (row) => isStopped(first, row, strict)),
      answers(again, { status: 200 }, 'none is started'),
      countOf(at(again, 'count')) === 0 ? pass : violated('count 0', halt, again),
    );
  },
});
