import { isOk, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';

export const cursorOfAnotherFilter = check({
  id: 'page/cursor-of-another-filter',
  proves: ['PAGE-10'],
  title: 'a cursor of another filter is refused 400 INVALID_CURSOR',
  needs: ['admin'],

  async drive({ admin }) {
    const first = await admin.get('/users', { query: { limit: 1 } });
    const status = rows(first)[0]?.['status'];
    if (typeof status !== 'string') return;
    for (const [own, other] of [
      [{}, { status }],
      [{ status }, {}],
    ]) {
      const cursor = nextCursor(await admin.get('/users', { query: { limit: 1, ...own } }));
      if (cursor === undefined) continue;
      await admin.get('/users', { query: { limit: 1, cursor, ...own }, label: 'own' });
      await admin.get('/users', { query: { limit: 1, cursor, ...other }, label: 'other' });
    }
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('other'), (e) => expects(e, { status: 400, code: 'INVALID_CURSOR' })),
      history.labelled('own').every(isOk) ? pass : inconclusive('a cursor is not good for its own walk'),
    ),
});
