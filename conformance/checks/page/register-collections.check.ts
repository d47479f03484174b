import { REGISTER } from '../../contract/register.ts';
import { check } from '../../runner/check.ts';
import { allOf, blaming, unseen } from '../../runner/judgement.ts';
import { keyedBy, type Paged, readPaged } from '../../scenes/paged.ts';
import { hasTwoRows, judgePaged, noneHasTwoRows } from './paged-judgement.ts';

const COLLECTIONS: readonly Paged[] = REGISTER.map(({ path, id }) => ({
  path,
  keyOf: keyedBy(id),
  order: 'ascending',
}));

export const registerCollections = check({
  id: 'page/register-collections',
  proves: ['PAGE-13', 'PAGE-01', 'PAGE-02', 'PAGE-05', 'PAGE-07', 'PAGE-08', 'POS-06'],
  title: 'the nine register collections are pages like any other, ascending by id',
  needs: ['admin'],

  async drive({ admin }) {
    for (const collection of COLLECTIONS) await readPaged(admin, collection);
  },

  judge: (history) =>
    allOf(
      ...COLLECTIONS.map((collection) => judgePaged(history, collection, 'PAGE-13')),
      COLLECTIONS.some((collection) => hasTwoRows(history, collection))
        ? unseen
        : blaming(noneHasTwoRows('no collection'), 'PAGE-13'),
    ),
});
