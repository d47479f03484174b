import { pathOf, rows } from '../../client/exchange.ts';
import { instanceIdOf } from '../../client/instance-id.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { INSTANCES } from '../../scenes/own-instance.ts';

export const instanceOfAnotherOrganisation = check({
  id: 'alg/instance-of-another-organisation',
  proves: ['ALG-01'],
  title: "another organisation's instance is 404 on each of its routes, and on no list",
  needs: ['admin', 'foreignAlgoInstance', 'algos', 'writes'],

  async drive({ admin, fixtures, target }) {
    const path = `${INSTANCES}/${fixtures.foreignAlgoInstance.id}`;
    for (const read of ['', '/configs', '/configs/1', '/orders']) await admin.get(path + read, { label: 'asked' });
    await admin.get(INSTANCES, { label: 'list' });
    // A member that takes such a write changes what another organisation runs.
    if (target.destructive !== true) return;
    const document = fixtures.algoVersion?.document ?? '{}';
    await admin.put(`${path}/config`, { document }, { label: 'asked' });
    for (const arm of ['stop', 'start', 'delete']) await admin.post(`${path}/${arm}`, {}, { label: 'asked' });
  },

  judge(history) {
    const [first] = history.labelled('asked');
    const id = pathOf(first ?? history.one('list')).split('/')[3];
    const list = history.one('list');
    return allOf(
      eachOf(history.labelled('asked'), (e) => expects(e, { status: 404, code: 'NOT_FOUND' })),
      rows(list).some((row) => instanceIdOf(row) === id)
        ? violated("instances of the caller's organisation alone", list)
        : pass,
    );
  },
});
