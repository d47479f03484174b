/** The contract document of a member, with every reference resolved, for generated tests. */
import { asObject, operationsOf } from '../../../conformance/member/profile/contract-document.ts';

/** A JSON Schema of the document, as far as the tests read it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly example?: unknown;
  /** For a member of an algo's document: the kind of row that it names, by id or by name. */
  readonly 'x-service-reference'?: 'account' | 'instrument';
}

export interface ServedResponse {
  /** The schema of the JSON body; undefined if the body is not JSON. */
  readonly schema: Schema | undefined;
  /** Whether plain text is published. */
  readonly isText: boolean;
  readonly headers: Readonly<Record<string, { readonly required: boolean; readonly schema: Schema }>>;
}

export interface ServedOperation {
  readonly operationId: string;
  readonly method: string;
  /** The path's template: `/orders/{id}`. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly query: Readonly<Record<string, Schema>>;
  /** Whether its requests have a key, under which their effect is recorded once. */
  readonly takesKey: boolean;
  readonly body: Schema | undefined;
  readonly bodyRequired: boolean;
  readonly responses: Readonly<Record<string, ServedResponse>>;
}

export interface ServedDocument {
  readonly json: Readonly<Record<string, unknown>>;
  readonly operations: readonly ServedOperation[];
}

export async function servedDocument(baseUrl: string): Promise<ServedDocument> {
  const answer = await fetch(`${baseUrl}/openapi.json`);
  return documentFrom(asObject(await answer.json()));
}

export function documentFrom(json: ServedDocument['json']): ServedDocument {
  return { json, operations: operationsOf(json).map((operation) => operationOf(json, operation)) };
}

function operationOf(
  json: ServedDocument['json'],
  { method, path, object }: ReturnType<typeof operationsOf>[number],
): ServedOperation {
  const whole = followed(json, object) as {
    readonly operationId: string;
    readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[];
    readonly requestBody?: { readonly required?: boolean } & Media;
    readonly responses: Readonly<Record<string, Media & { readonly headers?: ServedResponse['headers'] }>>;
  };
  const parameters = whole.parameters ?? [];
  return {
    operationId: whole.operationId,
    method,
    path,
    pathParameters: parameters.filter((row) => row.in === 'path').map(({ name }) => name),
    query: Object.fromEntries(parameters.filter((row) => row.in === 'query').map(({ name, schema }) => [name, schema])),
    takesKey: parameters.some((row) => row.in === 'header' && row.name === 'Idempotency-Key'),
    body: whole.requestBody && schemaOf(whole.requestBody),
    bodyRequired: whole.requestBody?.required ?? false,
    responses: Object.fromEntries(
      Object.entries(whole.responses).map(([status, response]) => [
        status,
        {
          schema: schemaOf(response),
          isText: 'text/plain' in (response.content ?? {}),
          headers: response.headers ?? {},
        },
      ]),
    ),
  };
}

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

function schemaOf({ content }: Media): Schema | undefined {
  return content?.['application/json']?.schema;
}

/** Replaces each `$ref` by its target. @throws if a target is missing, or a reference contains itself */
function followed(document: ServedDocument['json'], value: unknown, within: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((part) => followed(document, part, within));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...beside } = value as Readonly<Record<string, unknown>>;
  const own = Object.fromEntries(
    Object.entries(beside).map(([name, part]) => [name, followed(document, part, within)]),
  );
  if (typeof $ref !== 'string') return own;
  if (within.includes($ref)) throw new Error(`${$ref} contains itself`);
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, step) => asObject(part)[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (target === undefined) throw new Error(`${$ref} has no target`);
  return { ...(followed(document, target, [...within, $ref]) as object), ...own };
}

/** The schemas of a value other than null: the schema itself, or the alternatives of its anyOf or oneOf. */
export function alternatives(schema: Schema): readonly Schema[] {
  const inner = schema.anyOf ?? schema.oneOf;
  if (inner !== undefined) return inner.flatMap(alternatives);
  return schema.type === 'null' ? [] : [schema];
}

/** The JSON types that a value may have, as the document names them. */
export function typesOf(schema: Schema): readonly string[] {
  const inner = schema.anyOf ?? schema.oneOf;
  if (inner !== undefined) return [...new Set(inner.flatMap(typesOf))];
  return schema.type === undefined ? [] : [schema.type].flat();
}
