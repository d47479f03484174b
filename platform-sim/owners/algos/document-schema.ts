/**
 * Validates a document against the JSON Schema of its version, with one reading for all judges: the owner uses types
 * and references, the engine everything. Any schema of draft 2020-12 is supported, because versions are also loaded
 * later.
 */
import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import type { AlgoVersionRow } from '../../../gateway/facts.ts';
import type { DocumentObject } from './read-document.ts';

type Schema = AlgoVersionRow['documentSchema'];
export type ReferenceKind = 'account' | 'instrument';

/** A value at a place that the schema types as a reference. */
export interface Reference {
  readonly kind: ReferenceKind;
  readonly value: unknown;
  /** In readable form: `legs.0.account`. */
  readonly path: string;
}

/** A violation of the schema; `keyword` names the violated keyword. */
export interface Objection {
  readonly keyword: string;
  readonly text: string;
}

export interface Reading {
  readonly references: readonly Reference[];
  /** Of all places; empty: the document is valid. */
  readonly objections: readonly Objection[];
}

interface Readers {
  readonly ajv: Ajv.Ajv2020;
  readonly bySchema: WeakMap<Schema, Ajv.ValidateFunction | string>;
  /** The references of the current reading: readings are synchronous. */
  references: Reference[];
}

let loaded: Readers | undefined;

/**
 * Loaded with the first document, synchronously, because owners are synchronous and a start should not wait for it.
 */
function readers(): Readers {
  if (loaded !== undefined) return loaded;
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof Ajv;
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    addUsedSchema: false,
    logger: false,
  });
  const made: Readers = { ajv, bySchema: new WeakMap(), references: [] };
  ajv.addKeyword({
    keyword: 'x-service-reference',
    // Zero and null are unset optional references, not references (ID-06). The type decides whether they are allowed,
    // also for a list or an object, which may belong to another branch of the schema.
    validate(kind: ReferenceKind, value: unknown, _: unknown, at?: { readonly instancePath: string }) {
      if (value !== 0 && (typeof value === 'number' || typeof value === 'string'))
        made.references.push({ kind, value, path: pathOf(at?.instancePath ?? '') });
      return true;
    },
  });
  loaded = made;
  return made;
}

/** Validates a document by its version's schema, and collects its references. */
export function readBySchema(schema: Schema, document: DocumentObject): Reading {
  const reader = readers();
  const validate = compiled(reader, schema);
  if (typeof validate === 'string') return { references: [], objections: [{ keyword: '$schema', text: validate }] };
  reader.references = [];
  validate(document);
  const objections = (validate.errors ?? []).map((error) => ({ keyword: error.keyword, text: textOf(error) }));
  return { references: reader.references, objections };
}

/** Compiled once per version; a text if the version's schema is invalid, for the engine to report. */
function compiled({ ajv, bySchema }: Readers, schema: Schema): Ajv.ValidateFunction | string {
  let validate = bySchema.get(schema);
  if (validate === undefined) {
    try {
      validate = ajv.compile(schema);
    } catch (failure) {
      validate = `the schema of the version cannot be read: ${failure instanceof Error ? failure.message : failure}`;
    }
    bySchema.set(schema, validate);
  }
  return validate;
}

function textOf({ instancePath, keyword, message, params }: Ajv.ErrorObject): string {
  const where = pathOf(instancePath) || 'the document';
  if (keyword === 'enum') return `${where} must be one of ${params['allowedValues'].join(', ')}`;
  if (keyword === 'additionalProperties')
    return `${where} must not have ${JSON.stringify(params['additionalProperty'])}`;
  return `${where} ${message}`;
}

function pathOf(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}
