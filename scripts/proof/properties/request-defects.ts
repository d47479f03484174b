/** Every way to make one thing of a request invalid outside its body: query, path id, key and precondition. */
import { type OperationId, routeOf } from '../../../gateway/contract/routes.ts';
import type { Answered, Sent } from './caller.ts';
import { collectionOf, type Reached } from './reach.ts';
import { codeOf, doorFault, refusalFault } from './refusal-form.ts';
import { alternatives, type Schema, type ServedOperation } from './served-document.ts';

export interface RequestDefect {
  readonly sent: Sent;
  /** Describes what is wrong with the refusal; undefined if nothing is. */
  readonly faultOf: (answered: Answered) => string | undefined;
}

const words = (text: string): readonly string[] => text.split(' ');

/** Other spellings of an id. A lenient number parser would accept most of them as the row. */
const OTHER_SPELLINGS: readonly ((id: string) => string)[] = [
  (id) => `0${id}`,
  (id) => `+${id}`,
  (id) => `-${id}`,
  (id) => `${id}.0`,
  (id) => `${id}e0`,
  (id) => `${id},`,
  (id) => `${id};v=1`,
  (id) => `0x${BigInt(id).toString(16)}`,
  (id) => `${BigInt(id) + 2n ** 32n}`,
  (id) => `${BigInt(id) + 2n ** 64n}`,
  ...words('0 -1 null undefined __proto__ constructor 2147483648 9223372036854775808').map((id) => () => id),
  () => '1'.repeat(400),
];
const NO_KEYS = ['', ' ', 'a key', 'k'.repeat(65), 'schl\u00fcssel', ...words('a/b a,b "quoted" a:b a%20b')];
const NO_VALIDATORS = ['', '"1", "2"', '*, "1"', '"a b"', ...words(`W/"1" w/"1" 1 "1 1" ""1"" '1' "1"x`)];

/** Query parameters that no route has: some a client may expect, some a lenient parser accepts. */
const STRANGERS = words(
  'nonsense=1 nonsense =1 = userId=1 orgId=2 page=1 offset=0 sort=asc constructor=1 __proto__=1 hasOwnProperty=1 %6eonsense=1 a%26b=1',
);
/** Not valid UTF-8 (ERR-18). */
const UNDECODABLE = words('% %zz x=% %ff=1 x=%c0%b1 x=%ed%a0%80 x=%u0031 %e9');
const NO_INTEGERS = words(' 0 -1 %2B1 +1 1+ 1.5 1.0 1e1 0x1 007 abc 1,2 %D9%A1 NaN true null %001 1%00');

/** @param good the valid request of the operation in its setting */
export function requestDefects(
  operation: ServedOperation,
  good: Sent,
  reached: Reached,
  cursor: string | undefined,
): readonly RequestDefect[] {
  const { ifMatch } = routeOf(operation.operationId as OperationId);
  const { key: _, ...keyless } = good;
  const validators = [...(operation.takesKey ? NO_VALIDATORS : []), ...(ifMatch === 'refused' ? ['*', '"1"'] : [])].map(
    (value) => ({ sent: { ...good, ifMatch: value }, faultOf: preconditionFault }),
  );
  const keys = operation.takesKey ? [keyless, ...NO_KEYS.map((key) => ({ ...good, key }))] : [];
  return [
    ...queriesOf(operation, cursor).bad.map((query) => ({ sent: { ...good, query }, faultOf: queryFault(query) })),
    ...strangePaths(operation, reached).map((path) => ({ sent: { ...good, path }, faultOf: unheldFault })),
    ...keys.map((sent) => ({ sent, faultOf: doorFault })),
    ...validators,
  ];
}

function strangePaths(operation: ServedOperation, { path, id }: Reached): readonly string[] {
  const collection = collectionOf(operation);
  if (collection === undefined || id === undefined) return [];
  const rest = path.slice(collection.length + 1 + id.length);
  return OTHER_SPELLINGS.map((spell) => `${collection}/${spell(id)}${rest}`);
}

/** No row has such an id (decision A14). */
function unheldFault(answered: Answered): string | undefined {
  const isUnheld = answered.status === 404 && codeOf(answered) === 'NOT_FOUND';
  return isUnheld ? refusalFault(answered) : `answered ${answered.status} ${codeOf(answered)}`;
}

function preconditionFault(answered: Answered): string | undefined {
  const code = codeOf(answered);
  return code === 'INVALID_IF_MATCH' ? doorFault(answered) : `answered ${answered.status} ${code}`;
}

/** An invalid cursor has a separate code. A query that does not decode has no cursor (ERR-18). */
function queryFault(query: string): (answered: Answered) => string | undefined {
  const isOfCursor = /^cursor(=[^&]*)?$/.test(query) && !query.includes('%ff');
  const expected = isOfCursor ? 'INVALID_CURSOR' : 'MALFORMED_REQUEST';
  return (answered) => doorFault(answered) ?? (codeOf(answered) === expected ? undefined : 'another code');
}

/** Query strings without the question mark. */
interface Queries {
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** @param cursor a cursor of the collection; undefined if the path is not a collection, or it has one page */
export function queriesOf({ query }: ServedOperation, cursor: string | undefined): Queries {
  const known = Object.entries(query).map(([name, schema]) => valuesOf(name, schema, cursor));
  return {
    good: known.flatMap(({ good }) => good),
    bad: [...known.flatMap(({ bad }) => bad), ...STRANGERS, ...Object.keys(query).flatMap(misspelt), ...UNDECODABLE],
  };
}

function misspelt(name: string): readonly string[] {
  const upper = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [upper, name.toUpperCase(), `${name}[]`, `%20${name}`, `${name}%20`, `${name}%00`].map((one) => `${one}=1`);
}

function valuesOf(name: string, schema: Schema, cursor: string | undefined): Queries {
  const [shape = {}] = alternatives(schema);
  const { good, bad } = shape.enum ? enumValues(shape.enum.map(String)) : plainValues(name, shape, cursor);
  const one = good[0] ?? '1';
  return {
    good: good.map((value) => `${name}=${value}`),
    bad: [...bad.map((value) => `${name}=${value}`), name, `${name}=${one}&${name}=${one}`, `${name}=%ff`],
  };
}

function enumValues(values: readonly string[]): Queries {
  const one = values[0] ?? '';
  const strange = ['', 'nonsense', one.toUpperCase(), one.toLowerCase(), `${one}%20`, `+${one}`, `${one}%00`, 'null'];
  return { good: values, bad: [...strange.filter((value) => !values.includes(value)), `${values.join(',')},`] };
}

function plainValues(name: string, { type, maximum = Infinity }: Schema, cursor: string | undefined): Queries {
  if (type === 'integer') {
    // A limit above the largest page means the largest page (PAGE-03).
    const isId = maximum <= 2 ** 31;
    const past = isId ? [`${maximum + 1}`, '9223372036854775808', '1'.padEnd(40, '0')] : [];
    return { good: ['1', ...(isId ? [] : words('100 101 1000000000'))], bad: [...NO_INTEGERS, ...past] };
  }
  if (name !== 'cursor') throw new Error(`${name}: state here which values are valid and which are not`);
  const changed = cursor === undefined ? [] : changedCursors(cursor);
  return { good: cursor === undefined ? [] : [cursor], bad: [...words(' made-up 0 null e30 %20'), ...changed] };
}

/** A cursor is accepted only unchanged. */
function changedCursors(cursor: string): readonly string[] {
  const middle = cursor.length >> 1;
  const other = cursor[middle] === 'A' ? 'B' : 'A';
  const swapped = `${cursor.slice(0, middle)}${other}${cursor.slice(middle + 1)}`;
  const longer = ['A', '=', '%20', `,${cursor}`].map((more) => `${cursor}${more}`);
  return [cursor.slice(0, -1), cursor.slice(1), swapped, cursor.toLowerCase(), ...longer];
}
