/** The part of JSON Schema that documents of algos are described in; `world/algos.test.ts` holds the catalogue to it. */
import type { AlgoVersionRow } from '../../../gateway/facts.ts';
import type { DocumentValue } from './read-document.ts';

export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

export interface DocumentSchema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type: JsonType;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: DocumentSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** What the engine takes where nothing is stated. */
  readonly default?: number;
  /** Of an integer: it is the id of such a row, and a person may write the row's name instead (ALG-13). */
  readonly 'x-service-reference'?: 'account' | 'instrument';
}

/** A version's schema, which the catalogue carries as plain JSON. */
export function schemaOf(version: AlgoVersionRow): DocumentSchema {
  return version.documentSchema as unknown as DocumentSchema;
}

/** One place of a document with what the schema says of it; `path` as a person would write it: `legs[0].account`. */
export interface Place {
  readonly value: DocumentValue;
  readonly schema: DocumentSchema;
  readonly path: string;
}

/** Every place that the schema speaks of, outermost first. Nothing lies below a place of another type than its schema's. */
export function* placesOf(value: DocumentValue, schema: DocumentSchema, path = ''): Generator<Place> {
  yield { value, schema, path };
  if (schema.items !== undefined && Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* placesOf(element, schema.items, `${path}[${index}]`);
  }
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const stated = value[name];
    if (stated !== undefined) yield* placesOf(stated, member, path === '' ? name : `${path}.${name}`);
  }
}

export function isObject(value: DocumentValue): value is Readonly<Record<string, DocumentValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isOfType(value: DocumentValue, type: JsonType): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

export function typeOf(value: DocumentValue): Exclude<JsonType, 'integer'> {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'object' | 'string' | 'number' | 'boolean';
}
