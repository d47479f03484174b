import { at, header, keyOf, status } from '../../client/exchange.ts';
import { instanceIdOf } from '../../client/instance-id.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { creationBody, endInstance, INSTANCES } from '../../scenes/own-instance.ts';
import { namesTheInstance } from './named-instance.ts';

export const slowCreation = check({
  id: 'alg/slow-creation',
  proves: ['ALG-02'],
  title: 'a creation that is judged late answers 202 with Location, and its operation comes to name the instance',
  needs: ['admin', 'algoVersion', 'algos', 'writes', 'control'],

  async drive(scene) {
    const { admin, control, freshKey } = scene;
    const key = freshKey();
    const held = await control.fault({ on: { command: 'create-instance', key }, hold: key });
    const pending = admin.post(INSTANCES, creationBody(scene), { key, label: 'created' });
    await held.untilHeld();
    await control.advance('5s');
    await pending;
    await admin.get(`/operations/${key}`, { label: 'under way' });
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
    const [underWay, record, row] = [history.one('under way'), history.one('record'), history.maybe('row')];
    return allOf(
      header(created, 'location')?.endsWith(`/operations/${keyOf(created)}`)
        ? pass
        : violated('202 with Location: /operations/{key}', created),
      expects(underWay, { status: 200 }, 'the operation of a 202'),
      // A pending operation may have no outcome, or one of null (A34).
      [undefined, null, 'algos'].includes(at(underWay, 'outcome', 'family') as never)
        ? pass
        : violated('an outcome of the family algos', underWay),
      namesTheInstance(record, instanceIdOf(at(record, 'outcome'))),
      row === undefined ? pass : expects(row, { status: 200 }, 'the instance that the operation names'),
    );
  },
});
