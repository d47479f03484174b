import type { Exchange } from '../../client/exchange.ts';
import { isOk, pathOf, rows } from '../../client/exchange.ts';
import { instanceIdOf } from '../../client/instance-id.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { answers, documentOf, INSTANCES, notCreated, verdictOn, withInstance } from '../../scenes/own-instance.ts';
import { isDeleted, isRowOf } from './named-instance.ts';

function staysDeleted(e: Exchange): Judgement {
  const served = expects(e, { status: 200 }, 'a deleted instance stays readable');
  return served.verdict !== 'pass' || isDeleted(e) ? served : violated('the row in status DELETED', e);
}

export const deletedInstanceStaysReadable = check({
  id: 'alg/deleted-instance-stays-readable',
  proves: ['ALG-10'],
  title: 'a deleted instance stays readable with its documents, listed and DELETED; its id is never used again',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await withInstance(scene, admin, async (own) => {
      const { path } = own;
      // One without an applied document is not started anyhow.
      await verdictOn(scene, admin, own);
      await admin.post(`${path}/delete`, {}, { label: 'deleted' });
      await admin.get(path, { label: 'row' });
      for (const below of ['/configs', '/configs/1', '/orders']) await admin.get(path + below, { label: 'below' });
      await admin.get(INSTANCES, { label: 'list' });
      for (const arm of ['start', 'stop']) await admin.post(`${path}/${arm}`, {}, { label: 'moved' });
      await admin.put(`${path}/config`, { document: documentOf(scene) }, { label: 'moved' });
      await admin.get(path, { label: 'row' });
    });
    for (const label of ['another', 'one more']) await withInstance(scene, admin, async () => {}, { label });
  },

  judge(history) {
    const deleted = history.maybe('deleted');
    if (deleted === undefined) return notCreated(history) ?? inconclusive('no instance to delete');
    const answered = answers(deleted, { status: 200 });
    if (answered.verdict !== 'pass') return answered;
    const id = String(pathOf(deleted).split('/')[3]);
    const [documents] = history.labelled('below');
    const list = history.one('list');
    const again = ['another', 'one more'].map((label) => history.one(label)).find((e) => isRowOf(e, id));
    return allOf(
      eachOf(history.labelled('row'), staysDeleted),
      eachOf(history.labelled('below'), (e) => expects(e, { status: 200 })),
      documents === undefined || rows(documents).length === 1 ? pass : violated('its one document', documents),
      rows(list).some((row) => instanceIdOf(row) === id) ? pass : violated('the deleted instance listed', list),
      again === undefined ? pass : violated('an id that was never used', deleted, again),
      ...history
        .labelled('moved')
        .filter((e) => isOk(e) && /\/(start|stop)$/.test(pathOf(e)))
        .map((e) => violated('an arm refused: DELETED is terminal', deleted, e)),
      // Our own member's word for what is final (decision A85).
      ...(history.target.strict ? history.labelled('moved') : []).map((e) =>
        expects(e, { status: 409, code: 'TRANSITION_NOT_ADMITTED', position: 'present' }),
      ),
    );
  },
});
