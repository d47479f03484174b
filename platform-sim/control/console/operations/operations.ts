/** The operations of the control plane with the fields of their forms, read from its own document (/openapi.json). */
import { ask } from '../plane.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

export interface ControlDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface OperationField {
  readonly place: 'path' | 'query' | 'body';
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** The values to choose from; empty: a text is typed. */
  readonly options: readonly string[];
  /** JSON: the text is JSON, or a text that is not. */
  readonly type: 'text' | 'JSON';
}

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly hasBody: boolean;
  readonly fields: readonly OperationField[];
}

const JSON_TYPE = 'application/json';

/** The operations that have JSON requests and answers, in the order of the document. */
export function operationsIn({ paths, components }: ControlDocument): readonly Operation[] {
  const named = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const fieldOf = (place: OperationField['place'], name: string, stated: Schema, isRequired: boolean) => {
    const schema = named(stated);
    const options = schema.type === 'boolean' ? ['true', 'false'] : (schema.enum ?? []).map(String);
    const type = schema.type === 'string' ? ('text' as const) : ('JSON' as const);
    return { place, name, isRequired, description: stated.description ?? schema.description ?? '', options, type };
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(
      ([method, { operationId, summary, tags, parameters = [], requestBody, responses }]) => {
        const body = requestBody?.content[JSON_TYPE]?.schema;
        const isJson = Object.entries(responses).every(
          ([status, { content = {} }]) =>
            !status.startsWith('2') || status === '204' || /[/+]json"/.test(JSON.stringify(Object.keys(content))),
        );
        if ((requestBody !== undefined && body === undefined) || !isJson || '303' in responses) return [];
        const { properties = {}, required = [] } = body === undefined ? {} : named(body);
        const fields = [
          ...parameters.map((one) =>
            fieldOf(one.in === 'path' ? 'path' : 'query', one.name, one.schema, one.required === true),
          ),
          ...Object.entries(properties).map(([name, schema]) => fieldOf('body', name, schema, required.includes(name))),
        ];
        const made = { id: operationId, path, tag: tags[0] ?? '', summary, hasBody: body !== undefined, fields };
        return [{ ...made, method: method.toUpperCase() as Operation['method'] }];
      },
    ),
  );
}

/** What was typed, by `place.name`. Empty texts are left out. */
export type Typed = Readonly<Record<string, string>>;

/** Method, path and body of the request. Fields of JSON that hold no JSON are sent as text. */
export function requestOf({ method, path, hasBody, fields }: Operation, typed: Typed) {
  const stated = fields.flatMap((field) => {
    const text = typed[`${field.place}.${field.name}`] ?? '';
    return text === '' ? [] : [{ ...field, text }];
  });
  const at = (place: OperationField['place']) => stated.filter((field) => field.place === place);
  const filled = at('path').reduce((made, { name, text }) => made.replace(`{${name}}`, encodeURIComponent(text)), path);
  const query = new URLSearchParams(at('query').map(({ name, text }) => [name, text])).toString();
  const body = Object.fromEntries(
    at('body').map(({ name, type, text }) => [name, type === 'text' ? text : parsed(text)]),
  );
  return { method, path: filled.slice(1) + (query === '' ? '' : `?${query}`), ...(hasBody ? { body } : {}) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The document of this world's control plane. */
export function readDocument(): Promise<ControlDocument> {
  return ask('GET', 'openapi.json');
}
