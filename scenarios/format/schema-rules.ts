/**
 * Rules of a shape that its reader checks in code, as JSON Schema says them: `.meta(...)` of the shape, next to that code.
 * schema.test.ts holds the two together.
 */

const required = (...names: readonly string[]) => ({ required: [...names] });

/** Exactly one of these keys. */
export function exactlyOne(names: readonly string[]) {
  return { oneOf: names.map((name) => required(name)) };
}

/** At least one of these keys. */
export function someOf(...names: readonly string[]) {
  return { anyOf: names.map((name) => required(name)) };
}

/** Not both of these keys. */
export function notBoth(one: string, other: string) {
  return { not: required(one, other) };
}

/** With this key none of the others. */
export function excludes(name: string, others: readonly string[]) {
  return { not: { ...required(name), ...someOf(...others) } };
}

/** With this key the other one too. */
export function needs(name: string, other: string) {
  return { dependencies: { [name]: [other] } };
}

/** All of these rules. */
export function rules(...all: readonly object[]) {
  return { allOf: [...all] };
}
