import { type Operation, operationsOf } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { ALGO_ROUTES } from '../../contract/routes.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';

const TAG = 'Algos';

/** What an id is called in a template is the document's own. */
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;

function isTagged({ object }: Operation): boolean {
  return Array.isArray(object['tags']) && object['tags'].includes(TAG);
}

function isListed(route: string, operations: readonly Operation[], served: Exchange): Judgement {
  const operation = operations.find((one) => nameOf(one) === route);
  if (operation === undefined) return violated(`${route} in the document`, served);
  return isTagged(operation) ? pass : violated(`${route} under the tag ${TAG}`, served);
}

export const algosOperations = check({
  id: 'svc/algos-operations',
  proves: ['SVC-09'],
  title: 'the document lists the twelve algos operations under the tag Algos',
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) => {
      const operations = operationsOf(document);
      const known = ALGO_ROUTES.map(nameOf);
      const strange = operations.find((one) => isTagged(one) && !one.path.startsWith('/algos/'));
      return allOf(
        eachOf(known, (route) => isListed(route, operations, served)),
        strange === undefined ? pass : violated(`operations of algos alone under the tag ${TAG}`, served),
      );
    }),
});
