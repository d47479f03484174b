import { rows } from '../../client/exchange.ts';
import { REGISTER } from '../../contract/register.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';

/** Values are taken as they are written: none of these is one of the two. */
const OTHERS = ['pending', 'Latest', 'approved,latest', 'all'];

export const viewsOfTheRegister = check({
  id: 'qry/views-of-the-register',
  proves: ['QRY-04'],
  title: 'view is latest or approved on register reads; any other value is refused 400',
  needs: ['admin'],

  async drive({ admin }) {
    for (const { path, id } of REGISTER) {
      const key = rows(await admin.get(path, { query: { view: 'latest' }, label: 'latest' }))[0]?.[id];
      await admin.get(path, { query: { view: 'approved' }, label: 'approved page' });
      for (const view of OTHERS) await admin.get(path, { query: { view }, label: 'other' });
      if (typeof key !== 'number') continue;
      await admin.get(`${path}/${key}`, { query: { view: 'latest' }, label: 'latest' });
      await admin.get(`${path}/${key}`, { query: { view: 'approved' }, label: 'approved row' });
      for (const view of OTHERS) await admin.get(`${path}/${key}`, { query: { view }, label: 'other' });
    }
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('latest'), (e) => expects(e, { status: 200 })),
      eachOf(history.labelled('approved page'), (e) => expects(e, { status: 200 })),
      // A row of which nothing is approved yet has no approved view (decision A58).
      ...history.labelled('approved row').map((e) => expects(e, { status: [200, 404] })),
      eachOf(history.labelled('other'), (e) =>
        expects(e, history.target.strict ? { status: 400, code: 'MALFORMED_REQUEST' } : { status: 400 }),
      ),
    ),
});
