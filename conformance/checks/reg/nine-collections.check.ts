import { at, errorCode, isOk, position, rows } from '../../client/exchange.ts';
import type { RegisterCollection } from '../../contract/register.ts';
import { REGISTER } from '../../contract/register.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** An id of nobody's: ids are minted from times of this century, and this is the last of all. */
const UNHELD = 2_147_483_647;

function isServed(history: History, { path, id }: RegisterCollection): Judgement {
  const page = history.one(`page of ${path}`);
  const list = allOf(
    expects(page, { status: 200 }),
    Array.isArray(at(page, 'items')) ? pass : violated(`the rows of ${path}`, page),
  );
  if (list.verdict !== 'pass') return list;
  const row = history.one(`row of ${path}`);
  const [first] = rows(page);
  if (first === undefined) {
    // The route is there, though no row is: an unknown path would be another 404.
    return allOf(
      expects(row, { status: 404 }, 'a row that nobody holds'),
      errorCode(row) === 'ROUTE_NOT_FOUND' ? violated('a route for one row of the collection', row) : pass,
    );
  }
  const [listed, read] = [position(page), position(row)];
  if (!isOk(row) && listed !== undefined && read !== undefined && read < listed)
    return inconclusive('a member that is behind answered');
  return allOf(
    expects(row, { status: 200 }),
    typeof first[id] === 'number' && at(row, id) === first[id] ? pass : violated(`the row of this ${id}`, page, row),
  );
}

export const nineCollections = check({
  id: 'reg/nine-collections',
  proves: ['REG-01'],
  title: 'the nine register collections and their single rows are served',
  needs: ['admin'],

  async drive({ admin }) {
    for (const { path, id } of REGISTER) {
      const page = await admin.get(path, { label: `page of ${path}` });
      const key = rows(page)[0]?.[id] ?? UNHELD;
      await admin.get(`${path}/${String(key)}`, { label: `row of ${path}` });
    }
  },

  judge: (history) => eachOf(REGISTER, (collection) => isServed(history, collection)),
});
