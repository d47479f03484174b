/** Holds response bodies to the document that the same member serves, by ajv: independent of whatever made the document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { asObject, type JsonObject, type Operation, operationsOf, responseSchema } from './contract-document.ts';

/** What the document says of a response. */
export type Published =
  | { readonly schema: JsonObject }
  /** The path, the method or the status is not in the document, or has no JSON there. */
  | { readonly schema: undefined; readonly why: 'no such operation' | 'no such status' };

export class DocumentValidator {
  readonly #document: JsonObject;
  readonly #operations: readonly (Operation & { readonly pattern: RegExp })[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false, logger: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: JsonObject) {
    this.#document = document;
    this.#operations = operationsOf(document)
      .map((operation) => ({ ...operation, pattern: patternOf(operation.path) }))
      .sort((a, b) => parametersOf(a.path) - parametersOf(b.path));
  }

  published(method: string, path: string, status: number): Published {
    const operation = this.#operations.find((row) => row.method === method && row.pattern.test(path));
    if (operation === undefined) return { schema: undefined, why: 'no such operation' };
    for (const code of [`${status}`, `${Math.floor(status / 100)}XX`, 'default']) {
      const schema = responseSchema(operation, code, this.#document);
      if (schema !== undefined) return { schema };
    }
    return { schema: undefined, why: 'no such status' };
  }

  /** What is wrong with `body` in the schema's eyes, in words; undefined where nothing is. Throws where ajv cannot compile it. */
  faultOf(schema: JsonObject, body: unknown): string | undefined {
    const key = JSON.stringify(schema);
    let validate = this.#compiled.get(key);
    if (validate === undefined) {
      // References of the document lead from its root, so its components stand in the root of what is compiled.
      validate = this.#ajv.compile({ allOf: [schema], components: asObject(this.#document['components']) });
      this.#compiled.set(key, validate);
    }
    if (validate(body)) return undefined;
    const [error] = validate.errors ?? [];
    const where = error?.instancePath || 'the body';
    return [where, error?.message ?? 'is not as published', JSON.stringify(error?.params ?? {})].join(' ');
  }
}

function patternOf(template: string): RegExp {
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{[^}]*\}/g, '[^/]+')}$`);
}

/** A path without parameters is matched before one with. */
function parametersOf(template: string): number {
  return template.split('{').length - 1;
}
