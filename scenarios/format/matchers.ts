/**
 * The special forms of an expected value: a mapping with one key that starts with `$`. Everything else is compared as
 * JSON: a mapping matches a value with at least its keys, a sequence one of the same length.
 */
import { isDeepStrictEqual } from 'node:util';
import { canonicalDecimal } from '../../conformance/member/exchange/same-answer.ts';
import { LONGEST_PATTERN, matches, patternOf } from './bounded-match.ts';
import { shown } from './shown.ts';

interface Matcher {
  /** undefined if the operand is valid; otherwise what it must be. */
  wrong(operand: unknown): string | undefined;
  /** `seen` is undefined if the path does not exist. */
  holds(operand: unknown, seen: unknown): boolean;
  words(operand: unknown): string;
}

const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/;
/** `${name}`: its value is in its place when the answer is compared. */
const REFERENCE = /^\$\{[^{}]+\}$/;

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && DECIMAL.test(value);
}

const NO_NUMBER = 'no integer past 2^53, which a JSON number cannot hold: put it in quotes';

function hasBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(hasBigint);
}

const truth = (operand: unknown) => (typeof operand === 'boolean' ? undefined : 'true or false');

/** The special forms of an expected value, by name. */
export const MATCHERS = {
  $present: {
    wrong: truth,
    holds: (operand, seen) => (seen !== undefined) === operand,
    words: (operand) => (operand === true ? 'any value' : 'no value'),
  },
  $matches: {
    wrong: (operand) =>
      patternOf(operand) === undefined
        ? `a regular expression in quotes, of at most ${LONGEST_PATTERN} characters`
        : undefined,
    holds: (operand, seen) =>
      (typeof seen === 'string' || typeof seen === 'number') && matches(String(operand), String(seen)),
    words: (operand) => `a match of /${String(operand)}/`,
  },
  $oneOf: {
    wrong: (operand) => (Array.isArray(operand) && operand.length > 0 ? wrongMatcher(operand) : 'a sequence of values'),
    holds: (operand, seen) => (operand as unknown[]).some((one) => valueHolds(one, seen)),
    words: (operand) => `one of ${shown(operand)}`,
  },
  $not: {
    wrong: wrongMatcher,
    holds: (operand, seen) => !valueHolds(operand, seen),
    words: (operand) => `not ${valueWords(operand)}`,
  },
  $decimal: {
    wrong: (operand) =>
      typeof operand === 'string' && (DECIMAL.test(operand) || REFERENCE.test(operand))
        ? undefined
        : 'a decimal in quotes, such as "1.50", or a saved value',
    holds: (operand, seen) =>
      isDecimal(operand) && isDecimal(seen) && canonicalDecimal(seen) === canonicalDecimal(operand),
    words: (operand) => `the decimal ${String(operand)}`,
  },
  $length: {
    wrong: (operand) => (Number.isSafeInteger(operand) && Number(operand) >= 0 ? undefined : 'a number of items'),
    holds: (operand, seen) => Array.isArray(seen) && seen.length === operand,
    words: (operand) => `${String(operand)} items`,
  },
  $contains: {
    wrong: wrongMatcher,
    holds: (operand, seen) =>
      typeof seen === 'string'
        ? typeof operand === 'string' && seen.includes(operand)
        : Array.isArray(seen) && seen.some((item) => valueHolds(operand, item)),
    words: (operand) => `something that contains ${valueWords(operand)}`,
  },
  $inOrder: {
    wrong: (operand) =>
      Array.isArray(operand) && operand.length > 0 ? wrongMatcher(operand) : 'a sequence of the items in their order',
    holds: (operand, seen) => Array.isArray(seen) && hasInOrder(seen, operand as readonly unknown[]),
    words: (operand) => `${shown(operand)} in this order, others between them or not`,
  },
  $equals: {
    wrong: (operand) => (hasBigint(operand) ? NO_NUMBER : undefined),
    holds: (operand, seen) => isDeepStrictEqual(operand, seen),
    words: (operand) => `exactly ${shown(operand)}`,
  },
} as const satisfies Record<string, Matcher>;

/** The names of the special forms. */
export const MATCHER_NAMES = Object.keys(MATCHERS) as readonly (keyof typeof MATCHERS)[];

/** Each item is found at the first place that is left for it, which leaves most for those after it. */
function hasInOrder(seen: readonly unknown[], wanted: readonly unknown[]): boolean {
  let next = 0;
  for (const item of seen) {
    if (next < wanted.length && valueHolds(wanted[next], item)) next += 1;
  }
  return next === wanted.length;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The matcher that a mapping names; undefined for a plain mapping. */
function matcherOf(value: unknown): { readonly matcher: Matcher; readonly operand: unknown } | undefined {
  if (!isMapping(value)) return undefined;
  const [name, ...others] = Object.keys(value);
  if (name === undefined || others.length > 0 || !Object.hasOwn(MATCHERS, name)) return undefined;
  return { matcher: MATCHERS[name as keyof typeof MATCHERS], operand: value[name] };
}

/** Whether an expected value is a special form, not a value to be compared with. */
export function isMatcher(expected: unknown): boolean {
  return matcherOf(expected) !== undefined;
}

/** What is wrong with an expected value: an unknown `$name`, or an invalid operand. */
export function wrongMatcher(expected: unknown): string | undefined {
  if (typeof expected === 'bigint') return 'a JSON number cannot hold an integer past 2^53: put it in quotes';
  if (Array.isArray(expected)) return expected.map(wrongMatcher).find((wrong) => wrong !== undefined);
  if (!isMapping(expected)) return undefined;
  const found = matcherOf(expected);
  if (found !== undefined) {
    const wrong = found.matcher.wrong(found.operand);
    return wrong === undefined ? undefined : `${Object.keys(expected)[0]} takes ${wrong}`;
  }
  const stray = Object.keys(expected).find((key) => /^\$[A-Za-z]/.test(key));
  if (stray !== undefined)
    return `'${stray}' must be the only key of its mapping, and one of ${MATCHER_NAMES.join(', ')}`;
  return Object.values(expected)
    .map(wrongMatcher)
    .find((wrong) => wrong !== undefined);
}

export interface Difference {
  /** Relative to the compared value: `items[0].status`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  /** undefined: there is no value. */
  readonly seen: unknown;
}

/**
 * Every place where a value differs from the expected one; empty if it matches. `seen` undefined: there is no value.
 */
export function differences(expected: unknown, seen: unknown, path = ''): readonly Difference[] {
  const here = [{ path, expected: valueWords(expected), seen }];
  const found = matcherOf(expected);
  if (found !== undefined) return found.matcher.holds(found.operand, seen) ? [] : here;
  if (Array.isArray(expected)) {
    if (!Array.isArray(seen) || seen.length !== expected.length) return here;
    return expected.flatMap((one, i) => differences(one, seen[i], `${path}[${i}]`));
  }
  if (isMapping(expected)) {
    if (!isMapping(seen)) return here;
    return Object.keys(expected).flatMap((key) =>
      differences(
        expected[key],
        Object.hasOwn(seen, key) ? seen[key] : undefined,
        path === '' ? key : `${path}.${key}`,
      ),
    );
  }
  return Object.is(expected, seen) ? [] : here;
}

function valueHolds(expected: unknown, seen: unknown): boolean {
  return differences(expected, seen).length === 0;
}

/** A description of an expected value. */
export function valueWords(expected: unknown): string {
  const found = matcherOf(expected);
  return found === undefined ? shown(expected) : found.matcher.words(found.operand);
}
