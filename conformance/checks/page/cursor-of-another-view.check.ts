import { isOk } from '../../client/exchange.ts';
import { REGISTER } from '../../contract/register.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';

export const cursorOfAnotherView = check({
  id: 'page/cursor-of-another-view',
  proves: ['PAGE-10'],
  title: 'a cursor of another view is refused 400 INVALID_CURSOR',
  needs: ['admin'],

  async drive({ admin }) {
    for (const { path } of REGISTER) {
      for (const [own, other] of [
        ['latest', 'approved'],
        ['approved', 'latest'],
      ] as const) {
        const cursor = nextCursor(await admin.get(path, { query: { limit: 1, view: own } }));
        if (cursor === undefined) continue;
        await admin.get(path, { query: { limit: 1, cursor, view: own }, label: 'own' });
        await admin.get(path, { query: { limit: 1, cursor, view: other }, label: 'other' });
      }
    }
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('other'), (e) => expects(e, { status: 400, code: 'INVALID_CURSOR' })),
      history.labelled('own').every(isOk) ? pass : inconclusive('a cursor is not good for its own walk'),
    ),
});
