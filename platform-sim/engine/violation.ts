import { type DocumentSchema, isObject, isOfType, type Place, placesOf } from '../owners/algos/document-schema.ts';
import type { DocumentObject } from '../owners/algos/read-document.ts';

/** What one keyword of a schema finds wrong at a place that it is of. */
type Rule = (place: Place) => string | undefined;

/** In the order in which a person would be told. */
const RULES: readonly Rule[] = [
  ({ value, schema }) => (isOfType(value, schema.type) ? undefined : `is not of type ${schema.type}`),
  ({ value, schema }) => {
    const missing = isObject(value) ? schema.required?.find((name) => value[name] === undefined) : undefined;
    return missing === undefined ? undefined : `lacks ${missing}`;
  },
  ({ value, schema }) => {
    if (schema.additionalProperties !== false || !isObject(value)) return undefined;
    const more = Object.keys(value).find((name) => !Object.hasOwn(schema.properties ?? {}, name));
    return more === undefined ? undefined : `has ${JSON.stringify(more)}, which the algo does not know`;
  },
  ({ value, schema }) =>
    schema.enum === undefined || schema.enum.includes(value as string)
      ? undefined
      : `is none of ${schema.enum.join(', ')}`,
  ({ value, schema }) =>
    schema.pattern === undefined || typeof value !== 'string' || new RegExp(schema.pattern, 'u').test(value)
      ? undefined
      : `does not fit its pattern ${schema.pattern}`,
  ({ value, schema }) => bounded('is', value, schema.minimum, schema.maximum),
  ({ value, schema }) =>
    bounded('has a length', Array.isArray(value) ? value.length : null, schema.minItems, schema.maxItems),
];

/** The first thing about a document that its version's schema does not admit; undefined where it admits all of it. */
export function violationOf(document: DocumentObject, schema: DocumentSchema): string | undefined {
  for (const place of placesOf(document, schema)) {
    for (const finds of RULES) {
      const found = finds(place);
      if (found !== undefined) return `${place.path === '' ? 'the document' : place.path} ${found}`;
    }
  }
  return undefined;
}

function bounded(what: string, value: unknown, least?: number, most?: number): string | undefined {
  if (typeof value !== 'number') return undefined;
  if (least !== undefined && value < least) return `${what} below ${least}`;
  if (most !== undefined && value > most) return `${what} above ${most}`;
  return undefined;
}
