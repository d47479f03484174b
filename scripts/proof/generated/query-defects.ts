/** Every way of ours to spoil the query of an operation, from the parameters that the document publishes of it. */
import { alternatives, type Schema, type ServedOperation } from './served-document.ts';

/** Query strings as they go out, without the question mark. */
export interface QueryDefects {
  readonly taken: readonly string[];
  readonly bad: readonly string[];
}

/** @param cursor of the collection's own; undefined where it is no collection, or has one page. */
export function queriesOf({ query }: ServedOperation, cursor: string | undefined): QueryDefects {
  const names = Object.keys(query);
  const known = Object.entries(query).map(([name, schema]) => valuesOf(name, schema, cursor));
  return {
    taken: known.flatMap(({ taken }) => taken),
    bad: [...known.flatMap(({ bad }) => bad), ...STRANGERS, ...names.flatMap(misspelt), ...UNDECODABLE],
  };
}

/** Names that no route takes: what a client may hope for, and what a sloppy reader takes for its own. */
const STRANGERS = [
  'nonsense=1',
  'nonsense',
  '=1',
  '=',
  'userId=1',
  'orgId=2',
  'page=1',
  'offset=0',
  'sort=asc',
  'constructor=1',
  '__proto__=1',
  'hasOwnProperty=1',
  '%6eonsense=1',
  'a%26b=1',
];

/** No text in UTF-8 (ERR-18). */
const UNDECODABLE = ['%', '%zz', 'x=%', '%ff=1', 'x=%c0%b1', 'x=%ed%a0%80', 'x=%u0031', '%e9'];

function misspelt(name: string): readonly string[] {
  const upper = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [`${upper}=1`, `${name.toUpperCase()}=1`, `${name}[]=1`, `%20${name}=1`, `${name}%20=1`, `${name}%00=1`];
}

function valuesOf(name: string, schema: Schema, cursor: string | undefined): QueryDefects {
  const [shape = {}] = alternatives(schema);
  const { taken, bad } =
    shape.enum === undefined ? plainValues(name, shape, cursor) : enumValues(shape.enum.map(String));
  const one = taken[0] ?? '1';
  return {
    taken: taken.map((value) => `${name}=${value}`),
    bad: [...bad.map((value) => `${name}=${value}`), name, `${name}=${one}&${name}=${one}`, `${name}=%ff`],
  };
}

function enumValues(values: readonly string[]): QueryDefects {
  const one = values[0] ?? '';
  const strange = ['', 'nonsense', one.toUpperCase(), one.toLowerCase(), `${one}%20`, `+${one}`, `${one}%00`, 'null'];
  return { taken: values, bad: [...strange.filter((value) => !values.includes(value)), `${values.join(',')},`] };
}

const NO_INTEGERS = [
  '',
  '0',
  '-1',
  '%2B1',
  '+1',
  '1+',
  '1.5',
  '1.0',
  '1e1',
  '0x1',
  '007',
  'abc',
  '1,2',
  '%D9%A1',
  'NaN',
];

function plainValues(name: string, { type, maximum = Infinity }: Schema, cursor: string | undefined): QueryDefects {
  if (type === 'integer') {
    const past = maximum <= 2 ** 31 ? [`${maximum + 1}`, '9223372036854775808', '1'.padEnd(40, '0')] : [];
    // What is past the largest page is that page (PAGE-03).
    const large = past.length > 0 ? [] : ['100', '101', '1000000000'];
    return { taken: ['1', ...large], bad: [...NO_INTEGERS, 'true', 'null', '%001', '1%00', ...past] };
  }
  if (name !== 'cursor') throw new Error(`${name}: what would be good and bad of it is not known here`);
  const spoilt = cursor === undefined ? [] : spoiltCursors(cursor);
  return { taken: cursor === undefined ? [] : [cursor], bad: ['', 'made-up', '0', 'null', 'e30', '%20', ...spoilt] };
}

/** A cursor is taken as it was given, or not at all. */
function spoiltCursors(cursor: string): readonly string[] {
  const middle = cursor.length >> 1;
  const other = cursor[middle] === 'A' ? 'B' : 'A';
  return [
    cursor.slice(0, -1),
    cursor.slice(1),
    `${cursor}A`,
    `${cursor}=`,
    `${cursor}%20`,
    `${cursor.slice(0, middle)}${other}${cursor.slice(middle + 1)}`,
    cursor.toLowerCase(),
    `${cursor},${cursor}`,
  ];
}
