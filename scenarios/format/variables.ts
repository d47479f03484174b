/**
 * `${name}` in a scenario: a value that an earlier step saved, or a fixture of the target profile
 * (`${fixtures.account.name}`). A text that consists of one reference becomes the value itself, a number stays a
 * number; within a longer text it is written out. `$${` is a plain `${`.
 */

const REFERENCE = /\$(\$\{)|\$\{([^{}]*)\}/g;
const WHOLE = /^\$\{([^{}]*)\}$/;

/** The names in a value's references, each with the path to its text. */
export function references(
  value: unknown,
  way: readonly (string | number)[] = [],
): readonly { readonly name: string; readonly way: readonly (string | number)[] }[] {
  if (typeof value === 'string') {
    return [...value.matchAll(REFERENCE)].flatMap((m) =>
      m[1] === undefined ? [{ name: (m[2] ?? '').trim(), way }] : [],
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : references(key, [...way, key])),
    ...references(inner, [...way, Array.isArray(value) ? Number(key) : key]),
  ]);
}

/** Thrown for a reference without a value: the step that should have saved it did not. */
export class Unsaved extends Error {
  override readonly name = 'Unsaved';
  readonly variable: string;

  constructor(variable: string) {
    super(`\${${variable}} has no value: the step that saves it did not`);
    this.variable = variable;
  }
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value with every reference replaced; throws Unsaved if one has no value. */
export function substitute<T>(value: T, known: ReadonlyMap<string, unknown>): T {
  const savedAs = (name: string): unknown => {
    if (!known.has(name)) throw new Unsaved(name);
    return known.get(name);
  };
  const replaced = (inner: unknown): unknown => {
    if (typeof inner === 'string') {
      const whole = WHOLE.exec(inner);
      if (whole !== null) return savedAs((whole[1] ?? '').trim());
      return inner.replace(REFERENCE, (_, plain: string | undefined, name: string | undefined) =>
        plain === undefined ? written(savedAs((name ?? '').trim())) : plain,
      );
    }
    if (Array.isArray(inner)) return inner.map(replaced);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [replaced(key), replaced(one)]));
  };
  return replaced(value) as T;
}
