import { asObject, type JsonObject, operationsOf, resolved } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';

/** The legs of the two families, as the interface names them. */
const FAMILIES = ['key passphrase secret', 'key privateKey'];
const EXTENSION = 'x-service-intake-venues';

/** What `material` of each credential write is to be; undefined where the document states none. */
function materialOf(document: JsonObject, path: string): JsonObject | undefined {
  const operation = operationsOf(document).find(
    (one) => one.method === 'POST' && one.path.replace(/\{[^}]+\}/g, '{}') === path,
  );
  if (operation === undefined) return undefined;
  const content = asObject(resolved(document, operation.object['requestBody'])['content']);
  const body = resolved(document, asObject(content['application/json'])['schema']);
  const material = asObject(body['properties'])['material'];
  return material === undefined ? undefined : resolved(document, material);
}

function isClosed(schema: JsonObject): boolean {
  return schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false;
}

/** An entry a venue, whether they stand in a list or by name. */
function venuesOf(material: JsonObject): readonly JsonObject[] {
  const venues = material[EXTENSION];
  return (Array.isArray(venues) ? venues : Object.values(asObject(venues))).map(asObject);
}

function isOneOfTwo(document: JsonObject, material: JsonObject, served: Exchange): Judgement {
  const alternatives = (Array.isArray(material['oneOf']) ? material['oneOf'] : []).map((one) =>
    resolved(document, one),
  );
  const legs = alternatives.map((one) => Object.keys(asObject(one['properties'])).sort().join(' '));
  const venues = venuesOf(material);
  return allOf(
    alternatives.length === 2 ? pass : violated('the material of a credential as oneOf two schemas', served),
    FAMILIES.every((family) => legs.includes(family))
      ? pass
      : violated(`one schema with the legs ${FAMILIES.join(', one with the legs ')}`, served),
    alternatives.every(isClosed) ? pass : violated('closed schemas of material', served),
    venues.length > 0 ? pass : violated(`${EXTENSION} on the material schema`, served),
    venues.every(({ accountGroup }) => accountGroup !== undefined && accountGroup !== null && accountGroup !== '')
      ? pass
      : violated(`an accountGroup of each venue in ${EXTENSION}`, served),
  );
}

export const materialIsOneOfTwo = check({
  id: 'svc/material-is-one-of-two',
  proves: ['SVC-08'],
  title:
    'the credential material schema is a oneOf of two closed schemas and carries x-service-intake-venues with an accountGroup per venue',
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) => {
      const created = materialOf(document, '/credentials');
      const rotated = materialOf(document, '/credentials/{}/rotate');
      if (created === undefined) return violated('material in the body of POST /credentials', served);
      if (rotated === undefined) return inconclusive('the body of a rotation states no material');
      return allOf(isOneOfTwo(document, created, served), isOneOfTwo(document, rotated, served));
    }),
});
