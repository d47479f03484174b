/** Compares whole answers with the document that the same member serves: status, headers and body must be as published. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema, ServedDocument, ServedOperation, ServedResponse } from './served-document.ts';

/** An answer, as a client or a proxy observed it. */
export interface ObservedResponse {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers of HTTP itself, not of the contract: framing, and headers of HTML pages. */
const OF_HTTP = ['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'];
const OF_PAGES = ['cache-control', 'content-security-policy', 'x-content-type-options'];

export class DocumentFit {
  readonly #operations: readonly (ServedOperation & { readonly pattern: RegExp })[];
  readonly #compiled = new Map<Schema, ValidateFunction>();

  constructor({ operations }: ServedDocument) {
    this.#operations = operations
      .map((operation) => ({ ...operation, pattern: patternOf(operation.path) }))
      .sort((a, b) => a.pathParameters.length - b.pathParameters.length);
  }

  /** The operation of a request; undefined if the document has none. */
  operationOf({ method, path }: Pick<ObservedResponse, 'method' | 'path'>): ServedOperation | undefined {
    return this.#operations.find((row) => row.method === method && row.pattern.test(path));
  }

  /** Describes what is not as published; undefined if the answer is as published. */
  faultOf(observed: ObservedResponse): string | undefined {
    const { path, status } = observed;
    const operation = this.operationOf(observed);
    // A request without an operation is refused in the envelope of any operation at the path, or of any operation at all.
    const stand = operation ?? this.#operations.find((row) => row.pattern.test(path)) ?? this.#operations[0];
    const published = stand?.responses[status];
    if (published === undefined) return `${stand?.operationId} publishes no ${status}`;
    return this.#headersFault(observed, published) ?? this.#bodyFault(observed, published);
  }

  #headersFault({ headers, body, path }: ObservedResponse, published: ServedResponse): string | undefined {
    const known = new Map(Object.entries(published.headers).map(([name, header]) => [name.toLowerCase(), header]));
    const beside = path.startsWith('/docs') ? [...OF_HTTP, ...OF_PAGES] : OF_HTTP;
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    for (const [name, value] of Object.entries(sent)) {
      const header = known.get(name);
      if (header === undefined && !beside.includes(name)) return `the header ${name} is not published`;
      if (header !== undefined && !this.#takes(header.schema, value)) return `the header ${name}: ${value}`;
    }
    const missing = [...known].find(([name, { required }]) => required && !(name in sent));
    if (missing !== undefined) return `the header ${missing[0]} is missing`;
    return body !== '' && published.schema !== undefined && sent['content-type'] !== 'application/json; charset=utf-8'
      ? `the content type ${sent['content-type']}`
      : undefined;
  }

  #bodyFault({ body }: ObservedResponse, { schema }: ServedResponse): string | undefined {
    if (schema === undefined || this.#takes(schema, parsed(body))) return undefined;
    const [error] = this.#compiled.get(schema)?.errors ?? [];
    return `the body ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
  }

  #takes(schema: Schema, value: unknown): boolean {
    const known = this.#compiled.get(schema);
    const validate = known ?? compiled(schema);
    if (known === undefined) this.#compiled.set(schema, validate);
    return validate(value);
  }
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
/** Validators by the schema's text, because the documents of several versions share most schemas. */
const inCommon = new Map<string, ValidateFunction>();

function compiled(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = inCommon.get(text) ?? ajv.compile(schema);
  inCommon.set(text, validate);
  return validate;
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${RegExp.escape(template).replaceAll(/\\\{[^}]*\\\}/g, '[^/]+')}$`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Describes answers that are not as published, each once, at most twenty. */
export function faultsOf(fit: DocumentFit, observed: readonly ObservedResponse[]): readonly string[] {
  const faults = observed.map((one) => {
    const fault = fit.faultOf(one);
    return fault && `${one.method} ${one.path} ${one.status}: ${fault}: ${one.body.slice(0, 200)}`;
  });
  return [...new Set(faults.filter((fault) => fault !== undefined))].slice(0, 20);
}

/** The operations that were never answered with success. */
export function unexercised(
  fit: DocumentFit,
  operations: ServedDocument['operations'],
  observed: readonly ObservedResponse[],
): readonly string[] {
  const done = new Set(observed.filter(({ status }) => status < 300).map((one) => fit.operationOf(one)?.operationId));
  return operations.map(({ operationId }) => operationId).filter((operationId) => !done.has(operationId));
}
