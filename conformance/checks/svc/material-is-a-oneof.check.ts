import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { asObject, type JsonObject, ofDocument, resolved } from './contract-document.ts';

const EXTENSION = 'x-service-intake-venues';

/** The legs of each venue family. */
const LEGS = [
  ['key', 'passphrase', 'secret'],
  ['key', 'privateKey'],
] as const;

function carriers(value: unknown): readonly JsonObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.hasOwn(value, EXTENSION) ? [value as JsonObject] : [];
  return [...own, ...Object.values(value).flatMap(carriers)];
}

function isClosed(schema: JsonObject, legs: readonly string[]): boolean {
  const named = Object.keys(asObject(schema['properties'])).sort();
  const { required, additionalProperties, unevaluatedProperties } = schema;
  const needed = Array.isArray(required) ? [...required].sort() : [];
  const closed = additionalProperties === false || unevaluatedProperties === false;
  return closed && [named, needed].every((names) => names.join() === legs.join());
}

function isOneOf(document: JsonObject, schema: JsonObject, served: Exchange): Judgement {
  const { oneOf } = schema;
  const offered = Array.isArray(oneOf) ? oneOf.map((one) => resolved(document, one)) : [];
  const isBoth = offered.length === LEGS.length && LEGS.every((legs) => offered.some((one) => isClosed(one, legs)));
  return isBoth
    ? pass
    : violated('the material a oneOf of two closed schemas: key, secret, passphrase; and key, privateKey', served);
}

/** A list of venues, or venues by name: each has an accountGroup. */
function namesGroups(schema: JsonObject, served: Exchange): Judgement {
  const venues = Object.values(schema[EXTENSION] ?? {}).map(asObject);
  const isNamed = ({ accountGroup }: JsonObject) => typeof accountGroup === 'string' && accountGroup !== '';
  return venues.length > 0 && venues.every(isNamed)
    ? pass
    : violated(`${EXTENSION} with an accountGroup of each venue`, served);
}

export const materialIsAOneof = check({
  id: 'svc/material-is-a-oneof',
  proves: ['SVC-08'],
  title: 'the document publishes key material as a oneOf of two closed schemas, with the accountGroup of each venue',
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) => {
      const [schema] = carriers(document);
      if (schema === undefined) return violated(`a schema of key material that carries ${EXTENSION}`, served);
      return allOf(isOneOf(document, schema, served), namesGroups(schema, served));
    }),
});
