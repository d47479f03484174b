/** Generates values that a schema refuses, each for one reason. */
import { alternatives, type Schema, typesOf } from './served-document.ts';
import { Spelling } from './spelling.ts';

export interface ValueDefect {
  readonly name: string;
  readonly value: unknown;
}

const KINDS: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  integer: 1,
  string: 'text',
  array: [],
  object: {},
};

const INT64_MAX = '9223372036854775807';
const PAST_INT64 = '9223372036854775808';

/** @param good a valid value, if the body states one */
export function valueDefects(schema: Schema, good: unknown): readonly ValueDefect[] {
  const types = typesOf(schema);
  const wrongKinds = Object.entries(KINDS)
    .filter(([kind]) => !types.includes(kind))
    .map(([kind, value]) => ({ name: `${kind === 'integer' ? 'number' : kind} for ${types.join(' or ')}`, value }));
  const shapes = alternatives(schema);
  return [
    ...wrongKinds,
    ...(shapes.length === 1 && shapes[0] !== undefined ? shapeDefects(shapes[0], good) : []),
    ...(schema.oneOf === undefined ? [] : legDefects(schema.oneOf, good)),
  ];
}

function shapeDefects(shape: Schema, good: unknown): readonly ValueDefect[] {
  switch ([shape.type].flat().find((type) => type !== 'null')) {
    case 'integer':
      return integerDefects(shape, typeof good === 'number' ? good : 1);
    case 'string':
      return stringDefects(shape, typeof good === 'string' ? good : '');
    case 'boolean':
      return ['true', 'false', '', 0].map((value) => ({ name: `${JSON.stringify(value)} for boolean`, value }));
    case 'array':
      return arrayDefects(shape, Array.isArray(good) ? good : []);
    default:
      return [];
  }
}

function integerDefects(shape: Schema, good: number): readonly ValueDefect[] {
  const { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = shape;
  const raw = (text: string): ValueDefect => ({ name: `the number ${text}`, value: new Spelling(text) });
  const number = (value: number): ValueDefect => ({ name: `the number ${value}`, value });
  return [
    { name: 'the good number as a string', value: String(good) },
    number(minimum - 1),
    // A number in a body must be a safe integer.
    ...(maximum < Number.MAX_SAFE_INTEGER ? [number(maximum + 1)] : []),
    ...['1.5', `${good}.0`, `${good}e0`, '-0.0', '1e400', `${2 ** 53}`, INT64_MAX, PAST_INT64].map(raw),
    { name: 'a list of one', value: [good] },
  ];
}

function stringDefects(shape: Schema, good: string): readonly ValueDefect[] {
  const { minLength = 0, maxLength } = shape;
  const asNumber = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(good);
  const found: ValueDefect[] = [
    ...(asNumber ? [{ name: 'the good string as a number', value: new Spelling(good) }] : []),
    { name: 'a list of one', value: [good] },
    { name: 'a lone high surrogate', value: `${good}\ud800` },
    { name: 'a lone low surrogate', value: `\udc00${good}` },
  ];
  if (shape.enum !== undefined) {
    const one = String(shape.enum[0]);
    const strange = ['nonsense', '', ` ${one}`, `${one} `, one.toLowerCase(), one.toUpperCase(), `${one}\u0000`];
    const outside = strange.filter((value) => !(shape.enum ?? []).includes(value));
    return [...found, ...outside.map((value) => ({ name: `${JSON.stringify(value)} of an enum`, value }))];
  }
  if (minLength > 0) found.push({ name: 'empty', value: '' });
  if (maxLength !== undefined)
    found.push({ name: 'one character too long', value: padded(shape, good, maxLength + 1) });
  if (shape.pattern !== undefined) found.push(...patternDefects(shape.pattern, shape, good));
  return found;
}

/** Lengthens the valid text by repeating its last character, so that it still matches its pattern if a longer text can. */
function padded({ pattern }: Schema, good: string, length: number): string {
  const text = good === '' ? '1' : good;
  // Lengths count characters, not code units.
  const grown = text + text.slice(-1).repeat(length - [...text].length);
  if (pattern === undefined || new RegExp(pattern, 'u').test(grown)) return grown;
  return text.slice(0, 1).repeat(length);
}

/** Spellings that a lenient parser would accept as the valid one. */
function offPattern(good: string): readonly string[] {
  const before = [' ', '\u0000'].map((more) => `${more}${good}`);
  const after = [' ', '\n', '\u0000', '\u00a0', '\u007f', '/', 'é'].map((more) => `${good}${more}`);
  const others = ['', ' ', good.toLowerCase(), good.toUpperCase(), good.repeat(600).slice(0, 600)];
  return [...before, ...after, ...others, ...'+1 --1 1e5 .5 5. 1.2.3 1,5 0x10 ١٢ Infinity'.split(' ')];
}

function patternDefects(pattern: string, shape: Schema, good: string): readonly ValueDefect[] {
  const { minLength = 0, maxLength = Number.MAX_SAFE_INTEGER } = shape;
  const grammar = new RegExp(pattern, 'u');
  const broken = offPattern(good).filter(
    (text) => text.length >= minLength && text.length <= maxLength && !grammar.test(text),
  );
  // A decimal must satisfy more than its pattern (MON-08, MON-09).
  const decimals =
    grammar.test('-1.5') && !grammar.test('x') ? [`0.${'0'.repeat(18)}1`, PAST_INT64, `-9${INT64_MAX}`] : [];
  return [...new Set([...broken, ...decimals])].map((value) => ({
    name: `${JSON.stringify(value.slice(0, 40))} off its grammar`,
    value,
  }));
}

function arrayDefects({ items = {}, maxItems }: Schema, good: readonly unknown[]): readonly ValueDefect[] {
  const found = valueDefects(items, good[0]).map(({ name, value }) => ({ name: `an item: ${name}`, value: [value] }));
  if (maxItems === undefined) return found;
  const one = good[0] ?? items.enum?.[0];
  return [...found, { name: 'one item too many', value: Array.from({ length: maxItems + 1 }, () => one) }];
}

/** A value has the members of exactly one of the closed alternatives. These have both, the other's, or none. */
function legDefects(legs: readonly Schema[], good: unknown): readonly ValueDefect[] {
  const own = (typeof good === 'object' && good !== null ? good : {}) as Readonly<Record<string, unknown>>;
  const text = Object.values(own)[0];
  const of = ({ properties = {} }: Schema) => Object.fromEntries(Object.keys(properties).map((name) => [name, text]));
  const others = legs.filter(
    ({ properties = {} }) =>
      Object.keys(own).some((name) => !Object.hasOwn(properties, name)) ||
      Object.keys(properties).some((name) => !Object.hasOwn(own, name)),
  );
  return [
    { name: 'no leg', value: {} },
    ...others.flatMap((other) => [
      { name: 'the legs of both', value: { ...of(other), ...own } },
      { name: 'the legs of the other', value: of(other) },
    ]),
  ];
}
