/** Generates copies of a valid body with one defect each, from the body's schema. */
import type { Schema } from './served-document.ts';
import { type Members, objectOf, Spelling, spelt } from './spelling.ts';
import { valueDefects } from './value-defects.ts';

export interface BodyDefect {
  readonly name: string;
  /** The path to the malformed member; empty: the body as a whole. */
  readonly way: readonly string[];
  readonly body: string | Uint8Array;
}

/** One member of the valid value is replaced, renamed, or added. */
type Changed = Omit<BodyDefect, 'body'> & { readonly value: unknown };

type Value = Readonly<Record<string, unknown>>;

/**
 * Each differs from `good` only by the defect in its name. `good` itself must be accepted.
 *
 * @param others valid values of members that `good` leaves out; a defect of such a member starts from its value
 */
export function bodyDefects(schema: Schema, good: Value, required: boolean, others: Value = {}): readonly BodyDefect[] {
  const inside = objectDefects(schema, good, others).map(({ name, way, value }) => ({ name, way, body: spelt(value) }));
  return [...inside, ...wholeDefects(good, required)];
}

function objectDefects(schema: Schema, good: Value, samples: Value = {}): readonly Changed[] {
  const { properties = {}, required = [] } = schema;
  const members: Members = Object.entries(good);
  const found: Changed[] = [];
  const spoil = (name: string, way: string, value: unknown) => found.push({ name, way: [way], value });

  for (const [name, of] of Object.entries(properties)) {
    const value = good[name];
    const { [name]: _, ...others } = good;
    if (required.includes(name)) spoil('missing', name, others);
    for (const defect of valueDefects(of, value ?? samples[name]))
      spoil(defect.name, name, { ...good, [name]: defect.value });
    if (value === undefined) continue;
    spoil('stated twice', name, objectOf([...members, [name, value]]));
    spoil('stated twice, once with an escape', name, twiceEscaped(members, name, value));
    spoil('name in other case', name, { ...others, [otherCase(name)]: value });
    for (const { shape, part } of objectsIn(of, value)) {
      for (const inner of objectDefects(shape, part)) {
        found.push({ name: inner.name, way: [name, ...inner.way], value: { ...good, [name]: inner.value } });
      }
    }
  }
  for (const name of strangers(schema)) spoil('not a member of it', name, { ...good, [name]: 1 });
  spoil('__proto__', '__proto__', objectOf([...members, ['__proto__', { admin: true }]]));
  return found;
}

/** The objects inside a member that have their own schema. For a oneOf: the alternative that the value states. */
function objectsIn(schema: Schema, value: unknown): readonly { readonly shape: Schema; readonly part: Value }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const part = value as Value;
  const shape = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].find(
    ({ properties }) => properties !== undefined && Object.keys(part).every((name) => Object.hasOwn(properties, name)),
  );
  return shape === undefined ? [] : [{ shape, part }];
}

/** Names outside the schema that a client or an attacker may send. */
function strangers({ properties = {} }: Schema): readonly string[] {
  const scales = Object.entries(properties)
    .filter(([, { pattern }]) => pattern?.startsWith('^-?[0-9]+') === true)
    .map(([name]) => `${name}Scale`);
  const names = ['nonsense', '', 'userId', 'algoInstanceId', 'constructor', 'toString', 'unscaled', 'priceScale'];
  return [...new Set([...names, ...scales])].filter((name) => !Object.hasOwn(properties, name));
}

function twiceEscaped(members: Members, name: string, value: unknown): Spelling {
  const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
  return new Spelling(`${objectOf(members).text.slice(0, -1)},"${escaped}":${spelt(value)}}`);
}

function otherCase(name: string): string {
  const upper = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return upper === name ? name.toLowerCase() : upper;
}

/** Defects of a body as a whole, which are found before its members are read. */
function wholeDefects(good: Value, required: boolean): readonly BodyDefect[] {
  const text = spelt(good);
  const bytes = (...parts: readonly (string | readonly number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
  const inside = (more: string) => `${text.slice(0, -1)}${text === '{}' ? '' : ','}${more}}`;
  const whole: Readonly<Record<string, string | Uint8Array>> = {
    'an array of it': `[${text}]`,
    'an array': '[]',
    null: 'null',
    true: 'true',
    'a number': '1',
    'a text': JSON.stringify(text),
    'white space': ' ',
    'cut short': text.slice(0, -1),
    'cut long': `${text}}`,
    'two of it': `${text}${text}`,
    'two of it, one a line': `${text}\n${text}`,
    'a comma at the end': `${text.slice(0, -1)},}`,
    'a comment': `${text}// said in passing`,
    'single quotes': "{'remark':'x'}",
    'a name without quotes': '{remark:"x"}',
    'a byte order mark': bytes([0xef, 0xbb, 0xbf], text),
    'UTF-16': Buffer.from(text, 'utf16le'),
    'a byte that is no UTF-8': bytes(inside('"remark":"').slice(0, -1), [0xff], '"}'),
    'a surrogate in UTF-8': bytes(inside('"remark":"').slice(0, -1), [0xed, 0xa0, 0x80], '"}'),
    'a control character in a text': inside('"remark":"\u0001"'),
    'a NUL after it': `${text}\u0000`,
    NaN: inside('"remark":NaN'),
    'nested too deep': inside(`"remark":${'['.repeat(70)}${']'.repeat(70)}`),
    'nested far too deep': `${'['.repeat(300_000)}${']'.repeat(300_000)}`,
  };
  if (required) Object.assign(whole, { nothing: '' });
  return Object.entries(whole).map(([name, body]) => ({ name, way: [], body }));
}
