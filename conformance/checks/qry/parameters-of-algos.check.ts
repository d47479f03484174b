import { rows } from '../../client/exchange.ts';
import { instanceIdOf } from '../../client/instance-id.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';

const REFUSED = ['view=approved', 'view=all', 'status=STARTED'];

export const parametersOfAlgos = check({
  id: 'qry/parameters-of-algos',
  proves: ['QRY-07'],
  title: 'algos reads accept view=latest alone and no status filter',
  needs: ['admin', 'algos'],

  async drive({ admin }) {
    const instance = instanceIdOf(rows(await admin.get('/algos/instances'))[0]);
    const below = (path: string) => `/algos/instances/${instance}${path}`;
    // Every instance has its first document (configSeq 1) from the beginning.
    const ofInstance = instance !== undefined ? ['', '/configs', '/configs/1', '/orders'].map(below) : [];
    for (const path of ['/algos/instances', '/algos/versions', ...ofInstance]) {
      await admin.get(path, { query: 'view=latest', label: 'latest' });
      for (const query of REFUSED) await admin.get(path, { query, label: 'refused' });
    }
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('latest'), (e) => expects(e, { status: 200 })),
      eachOf(history.labelled('refused'), (e) => expects(e, { status: 400 })),
    ),
});
