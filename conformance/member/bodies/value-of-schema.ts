/** A value that a published schema admits, for a body property that the interface does not name. */
import { asObject, branches, type JsonObject } from '../profile/contract-document.ts';

/** A schema that is nested this deep refers to itself. */
const DEEPEST = 6;

/** The fixtures state a price at which a buy rests. */
const BUY = /^(b|buy|bid)$/i;

/** A value that the schema shows (const, example, default, enum), otherwise the minimal value of its type. */
export function valueOfSchema(document: JsonObject, schema: unknown, depth = 0): unknown {
  const shown = shownValue(asObject(schema));
  if (shown !== undefined) return shown;
  const [branch] = branches(document, schema);
  if (branch === undefined || depth > DEEPEST) return null;
  return shownValue(branch) ?? leastOf(document, branch, depth);
}

function shownValue(schema: JsonObject): unknown {
  const { const: only, example, examples, default: usual, enum: listed } = schema;
  const values = Array.isArray(listed) ? (listed as unknown[]) : [];
  const buy = values.find((value) => typeof value === 'string' && BUY.test(value));
  const [first] = Array.isArray(examples) ? (examples as unknown[]) : [];
  return only ?? buy ?? example ?? first ?? usual ?? values.find((value) => value !== null);
}

function leastOf(document: JsonObject, schema: JsonObject, depth: number): unknown {
  const { type, minimum, minLength, maxLength } = schema;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  if (types.includes('object') || schema['properties'] !== undefined) {
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
    const properties = asObject(schema['properties']);
    return Object.fromEntries(
      required.map((name) => [String(name), valueOfSchema(document, properties[String(name)], depth + 1)]),
    );
  }
  if (types.includes('array')) return [];
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number')) return typeof minimum === 'number' ? minimum : 1;
  if (schema['format'] === 'email') return 'touchstone@example.com';
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  return 'touchstone'.padEnd(least, '-').slice(0, most);
}
