/** Reads the contract document of a member. No function here throws on a malformed document, whatever its size. */
import { isJsonType } from '../exchange/media-type.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly method: string;
  /** The path template: `/orders/{id}`. */
  readonly path: string;
  readonly object: JsonObject;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The value as an object; empty for anything else. */
export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** All operations of the document. */
export function operationsOf(document: JsonObject): readonly Operation[] {
  return Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(asObject(item), method)).map((method) => ({
      method: method.toUpperCase(),
      path,
      object: asObject(asObject(item)[method]),
    })),
  );
}

/** Resolves the schema's `$ref` (within the document) and merges its `allOf`; properties next to them are kept. */
export function resolved(document: JsonObject, schema: unknown): JsonObject {
  const { allOf, ...whole } = followed(document, schema);
  return Array.isArray(allOf) ? allOf.map((part) => resolved(document, part)).reduce(joined, whole) : whole;
}

function followed(document: JsonObject, schema: unknown): JsonObject {
  let { $ref, ...beside } = asObject(schema);
  for (let steps = 0; typeof $ref === 'string' && steps < 20; steps += 1) {
    const way = $ref.replace(/^#\//, '').split('/');
    const target = way.reduce<unknown>((value, step) => asObject(value)[unescaped(step)], document);
    const { $ref: next, ...members } = asObject(target);
    beside = { ...members, ...beside };
    $ref = next;
  }
  return beside;
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function joined(left: JsonObject, right: JsonObject): JsonObject {
  const required = [left['required'], right['required']].flatMap((names) => (Array.isArray(names) ? names : []));
  const properties = { ...asObject(left['properties']), ...asObject(right['properties']) };
  return { ...left, ...right, properties, required };
}

/** The alternatives of a schema except null: itself, or the resolved branches of its anyOf or oneOf. */
export function branches(document: JsonObject, schema: unknown): readonly JsonObject[] {
  const whole = resolved(document, schema);
  const inner = [whole['anyOf'], whole['oneOf']].find((some) => Array.isArray(some));
  if (inner !== undefined) return (inner as unknown[]).flatMap((branch) => branches(document, branch));
  return whole['type'] === 'null' ? [] : [whole];
}

/** The JSON schema of an operation's response; undefined where the document publishes none for that status. */
export function responseSchema({ object }: Operation, code: string, document: JsonObject): JsonObject | undefined {
  return jsonSchemaOf(resolved(document, asObject(object['responses'])[code]));
}

/** The JSON schema of an operation's request body; undefined where it publishes none. */
export function requestSchema({ object }: Operation, document: JsonObject): JsonObject | undefined {
  return jsonSchemaOf(resolved(document, object['requestBody']));
}

/** The ranges of media types that JSON is in. */
const ANY_TYPE = /^(\*|application)\/\*/i;

/** The schema of the JSON media type of a request body or a response. */
function jsonSchemaOf(message: JsonObject): JsonObject | undefined {
  const content = Object.entries(asObject(message['content']));
  const media = content.find(([type]) => isJsonType(type)) ?? content.find(([type]) => ANY_TYPE.test(type));
  const schema = asObject(media?.[1])['schema'];
  return schema === undefined ? undefined : asObject(schema);
}

/** Every response schema of the document for the statuses that `wanted` accepts. */
export function responseSchemas(document: JsonObject, wanted: (code: string) => boolean): readonly JsonObject[] {
  return operationsOf(document).flatMap((operation) =>
    Object.keys(asObject(operation.object['responses']))
      .filter(wanted)
      .map((code) => responseSchema(operation, code, document))
      .filter((schema) => schema !== undefined),
  );
}
