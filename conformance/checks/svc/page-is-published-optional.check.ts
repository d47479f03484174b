import { asObject, branches, type JsonObject, responseSchemas } from '../../client/contract-document.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';
import { publishesOptional } from './published-optional.ts';

const OPTIONAL = ['asOfSeqTsNs', 'nextCursor', 'prevCursor', 'total'];

/** The schemas of what the document serves as a page: an object of items at a position. */
function pages(document: JsonObject): readonly JsonObject[] {
  const successes = responseSchemas(document, (code) => code.startsWith('2'));
  return successes
    .flatMap((schema) => branches(document, schema))
    .filter(({ properties }) => ['items', 'globalSequence'].every((name) => Object.hasOwn(asObject(properties), name)));
}

export const pageIsPublishedOptional = check({
  id: 'svc/page-is-published-optional',
  proves: ['SVC-07'],
  title: 'the document publishes asOfSeqTsNs, nextCursor, prevCursor and total of a page as optional properties',
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) => {
      const published = pages(document);
      if (published.length === 0) return violated('collections published as pages of items', served);
      return eachOf(published, (page) =>
        allOf(...OPTIONAL.map((name) => publishesOptional(page, name, 'of a page', served))),
      );
    }),
});
