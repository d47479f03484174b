/** Holds response bodies to the document that the same member serves, by ajv: independent of whatever made the document. */
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  asObject,
  type JsonObject,
  type Operation,
  operationsOf,
  responseSchema,
} from '../../member/profile/contract-document.ts';

/** What the document says of a response. */
export type Published =
  | { readonly schema: JsonObject }
  /** The path, the method or the status is not in the document, or has no JSON there. */
  | { readonly schema: undefined; readonly why: 'no such operation' | 'no such status' };

/** Keywords whose members are names of the document's own, each with a schema below it. */
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'schemas'];
const CLOSING = ['additionalProperties', 'unevaluatedProperties'];

/**
 * The schema as a client has to read it that tolerates what a newer member adds (VER-05): no object is closed, no enum
 * complete. What was one of several closed schemas may then be any of them.
 */
export function tolerant(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => tolerant(part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema);
  if (isMap) return Object.fromEntries(entries.map(([name, part]) => [name, tolerant(part)]));
  return Object.fromEntries(
    entries
      .filter(([keyword, value]) => keyword !== 'enum' && !(CLOSING.includes(keyword) && value === false))
      .map(([keyword, value]) => [keyword === 'oneOf' ? 'anyOf' : keyword, tolerant(value, MAPS.includes(keyword))]),
  );
}

const BOUNDS = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** A schema of OpenAPI 3.0 in JSON Schema: `nullable` is a separate type, and an exclusive bound is a number. */
function asJsonSchema(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => asJsonSchema(part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([keyword, part]) => [keyword, asJsonSchema(part, !isMap && MAPS.includes(keyword))]),
  );
  if (isMap) return nullable === undefined ? rest : { ...rest, nullable };
  for (const [exclusive, bound] of BOUNDS) {
    if (typeof rest[exclusive] !== 'boolean') continue;
    if (rest[exclusive]) rest[exclusive] = rest[bound];
    else delete rest[exclusive];
  }
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}

/** The address of the document for references from without. */
const DOCUMENT = 'document:';

/** The schema, with its references to its own document as references from without. */
function fromWithout(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(fromWithout);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === '$ref' && typeof value === 'string' && value.startsWith('#') ? DOCUMENT + value : fromWithout(value),
    ]),
  );
}

/**
 * Compiling is nearly all of the cost: a component is compiled once, not again at each reference to it, and the code that
 * ajv makes is not tidied, since it validates a few bodies.
 */
const AJV_OPTIONS: Options = {
  strict: false,
  allErrors: false,
  validateFormats: false,
  logger: false,
  inlineRefs: false,
  code: { optimize: false },
};

const OPEN = new WeakMap<JsonObject, DocumentValidator>();
const CLOSED = new WeakMap<JsonObject, DocumentValidator>();

/** The validator of a document. Several checks read the same one, and compiling its schemas takes long. */
export function validatorOf(document: JsonObject, options: { readonly closed: boolean }): DocumentValidator {
  const known = options.closed ? CLOSED : OPEN;
  let validator = known.get(document);
  if (validator === undefined) {
    validator = new DocumentValidator(document, options);
    known.set(document, validator);
  }
  return validator;
}

/** Validates responses against one document; schemas are compiled once, and so is each component that they share. */
export class DocumentValidator {
  readonly #document: JsonObject;
  readonly #components: JsonObject;
  readonly #closed: boolean;
  readonly #isOfOpenApi30: boolean;
  readonly #operations: readonly (Operation & { readonly pattern: RegExp })[];
  readonly #ajv = new Ajv2020(AJV_OPTIONS);
  /** By the text of the schema: every route's refusals have the same one. */
  readonly #compiled = new Map<string, ValidateFunction>();

  /** `closed`: additions are faults too, as they are of a member that made both the document and the answer. */
  constructor(document: JsonObject, { closed }: { readonly closed: boolean }) {
    this.#document = document;
    this.#closed = closed;
    this.#isOfOpenApi30 = String(document['openapi']).startsWith('3.0');
    const components = asObject(this.#read(document['components']));
    this.#components = closed ? components : asObject(tolerant(components));
    this.#operations = operationsOf(document)
      .map((operation) => ({ ...operation, pattern: patternOf(operation.path) }))
      .sort((a, b) => parametersOf(a.path) - parametersOf(b.path));
  }

  published(method: string, path: string, status: number): Published {
    const operation = this.#operations.find((row) => row.method === method && row.pattern.test(path));
    if (operation === undefined) return { schema: undefined, why: 'no such operation' };
    // A creation may answer 200 or 201 (A78), whichever of the two is published.
    const creation = !this.#closed && operation.method === 'POST' && (status === 200 || status === 201);
    const other = creation ? [status === 200 ? '201' : '200'] : [];
    for (const code of [`${status}`, ...other, `${Math.floor(status / 100)}XX`, 'default']) {
      const schema = responseSchema(operation, code, this.#document);
      if (schema !== undefined) return { schema };
    }
    return { schema: undefined, why: 'no such status' };
  }

  /** What is wrong with `body` in the schema's eyes, in words; undefined where nothing is. Throws where ajv cannot compile it. */
  faultOf(schema: JsonObject, body: unknown): string | undefined {
    const text = JSON.stringify(schema);
    let validate = this.#compiled.get(text);
    if (validate === undefined) {
      if (this.#ajv.schemas[DOCUMENT] === undefined) {
        this.#ajv.addSchema({ $id: DOCUMENT, components: this.#components });
      }
      const read = this.#read(schema);
      const part = fromWithout(this.#closed ? read : tolerant(read));
      validate = this.#ajv.compile({ allOf: [part] });
      this.#compiled.set(text, validate);
    }
    if (validate(body)) return undefined;
    const [error] = validate.errors ?? [];
    const where = error?.instancePath || 'the body';
    return [where, error?.message ?? 'is not as published', JSON.stringify(error?.params ?? {})].join(' ');
  }

  #read(schema: unknown): unknown {
    return this.#isOfOpenApi30 ? asJsonSchema(schema) : schema;
  }
}

function patternOf(template: string): RegExp {
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{[^{}]*\}/g, '[^/]+')}$`);
}

/** A path without parameters is matched before one with. */
function parametersOf(template: string): number {
  return template.split('{').length - 1;
}
