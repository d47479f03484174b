import { asObject, branches, type JsonObject, responseSchemas } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';
import { publishesOptional } from './published-optional.ts';

/** The distinct ErrorBody schemas of the document's refusals. */
function errorBodies(document: JsonObject): readonly JsonObject[] {
  const refusals = responseSchemas(document, (code) => /^([45]|default)/.test(code));
  const bodies = refusals
    .flatMap((schema) => branches(document, schema))
    .flatMap(({ properties }) => branches(document, asObject(properties)['error']))
    .filter(({ properties }) => Object.hasOwn(asObject(properties), 'code'));
  return [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()];
}

function isOptional(body: JsonObject, served: Exchange): Judgement {
  return allOf(
    ...['message', 'requestId', 'retryable'].map((name) => publishesOptional(body, name, 'of an error', served)),
  );
}

export const envelopeIsPublishedOptional = check({
  id: 'svc/envelope-is-published-optional',
  proves: ['SVC-06'],
  title: 'the document publishes message, requestId and retryable of an error as optional properties',
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) => {
      const bodies = errorBodies(document);
      if (bodies.length === 0) return violated('refusals published with an error that has a code', served);
      return eachOf(bodies, (body) => isOptional(body, served));
    }),
});
