import fc from 'fast-check';
import { errorCode } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { createByName, isBare, isKept, keptOf, NAMING_NEEDS, namingDocument } from './document-by-name.ts';
import { LIMIT_BYTES, namedFixtures, padded } from './names-in-a-document.ts';

export const commentsPastTheBound = check({
  id: 'alg/comments-past-the-bound',
  proves: ['ALG-14'],
  title: 'a document that fits with ids alone, and not with a comment more, keeps its ids without comments',
  needs: NAMING_NEEDS,
  given: (fixtures) => fc.constant(namedFixtures(fixtures)),
  runs: 1,

  async drive(scene) {
    const document = namingDocument(scene);
    // As long as may be: an id and the shortest comment are longer than the name in its quotes.
    if (document !== undefined) await createByName(scene, padded(document, LIMIT_BYTES));
  },

  judge(history, named) {
    const created = history.maybe('created');
    if (created !== undefined && errorCode(created) === 'DOCUMENT_TOO_LARGE')
      return violated('the ids without comments, which fit', created);
    const found = keptOf(history, named);
    if ('verdict' in found) return found;
    return allOf(isKept(found), history.target.strict ? isBare(found) : pass);
  },
});
