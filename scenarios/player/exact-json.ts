/**
 * JSON without loss of digits: a number that JavaScript cannot hold (an int64 identifier, 1.50) is written as it was
 * read.
 */

/** As lib.es2026 will declare them; Node has had them since version 22. */
const ExactJson = JSON as unknown as {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
};

/** Integers past the exact range of JSON numbers are written digit by digit. */
export function exactJson(value: unknown): unknown {
  if (typeof value === 'bigint') return ExactJson.rawJSON(`${value}`);
  if (Array.isArray(value)) return value.map(exactJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, exactJson(inner)]));
}

/** Whether a value of `readExactJson` is a number that JavaScript cannot hold. */
export const isExactNumber = (value: unknown): value is { readonly rawJSON: string } => ExactJson.isRawJSON(value);

/** The value for JSON.stringify, which then writes every number as it stands in the text. Undefined: it is no JSON. */
export function readExactJson(text: string): { readonly value: unknown } | undefined {
  try {
    return {
      value: ExactJson.parse(text, (_, value, { source }) =>
        typeof value === 'number' && source !== undefined && String(value) !== source
          ? ExactJson.rawJSON(source)
          : value,
      ),
    };
  } catch {
    return undefined;
  }
}
