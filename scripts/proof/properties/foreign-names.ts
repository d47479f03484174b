/** Every place in which a request names a row, filled with a row of another organisation and with a row that does not exist. */
import { REGISTER_KEYS } from '../../../gateway/contract/register.ts';
import type { Sent } from './caller.ts';
import { isIdName, type Ownership, PLATFORM_WIDE } from './ownership.ts';
import { collectionOf, type Reached } from './reach.ts';
import { goodRequest, sampleBody } from './sample-body.ts';
import type { ServedOperation } from './served-document.ts';
import type { Organisation } from './two-organisations.ts';

/** One place that names a row. */
export interface Place {
  readonly name: string;
  readonly foreign: string;
  readonly absent: string;
  /** Returns the valid request with this value in the place. */
  naming(value: string, key: string): Sent;
}

/** Members that name a row by its name. Each names an account (ORD-04). */
const ALIASES = ['account'];

/** The name of the id in the rows of each path's collection. */
const IDS_OF_PATHS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(REGISTER_KEYS).map(([family, name]) => [`/${family}`, name])),
  '/orders': 'orderId',
  '/executions': 'executionId',
  '/algos/instances': 'instanceId',
};

export interface Walk {
  readonly operation: ServedOperation;
  readonly caller: Organisation;
  readonly other: Organisation;
  /** The caller's own row, in a state that accepts the operation. */
  readonly reached: Reached;
  readonly ownership: Ownership;
  /** Texts that only the other organisation uses: an account's name, and the key of a write. */
  readonly foreignName: string;
  readonly foreignKey: string;
}

export function placesOf(walk: Walk): readonly Place[] {
  const { operation } = walk;
  const body = operation.body === undefined ? [] : [...bodyPlaces(walk), ...documentPlaces(walk)];
  return [...pathPlaces(walk), ...keyPlaces(walk), ...queryPlaces(walk), ...body];
}

function keyPlaces({ operation, foreignKey }: Walk): readonly Place[] {
  const { method, path } = operation;
  if (!path.includes('{key}')) return [];
  const naming = (key: string): Sent => ({ method, path: path.replace('{key}', key) });
  return [{ name: 'the path', foreign: foreignKey, absent: `${foreignKey.slice(0, -1)}~`, naming }];
}

function pathPlaces(walk: Walk): readonly Place[] {
  const { operation, reached } = walk;
  const collection = collectionOf(operation);
  if (collection === undefined) return [];
  const name = IDS_OF_PATHS[collection];
  if (name === undefined) throw new Error(`${collection}: say what its rows call their id`);
  const { foreign, absent } = idsFor(walk, name);
  const own = `${collection}/${reached.id}`;
  const at = (id: string) => `${collection}/${id}${reached.path.slice(own.length)}`;
  const place = (title: string, over: (id: string) => Partial<Sent>): Place => ({
    name: title,
    foreign,
    absent,
    naming: (id, key) => ({ ...requestOf(walk, key), path: at(id), ...over(id) }),
  });
  const views = Object.hasOwn(operation.query, 'view')
    ? [place('the path, view approved', () => ({ query: 'view=approved' }))]
    : [];
  const precondition =
    operation.method === 'GET' ? [] : [place('the path, with a precondition', () => ({ ifMatch: '"1"' }))];
  return [place('the path', () => ({})), ...views, ...precondition];
}

function queryPlaces(walk: Walk): readonly Place[] {
  return Object.keys(walk.operation.query)
    .filter((name) => isOwnId(name))
    .map((name) => ({
      name: `?${name}`,
      ...idsFor(walk, name),
      naming: (id, key) => ({ ...requestOf(walk, key), query: `${name}=${id}` }),
    }));
}

function bodyPlaces(walk: Walk): readonly Place[] {
  const { operation, foreignName } = walk;
  const names = Object.keys(operation.body?.properties ?? {});
  const of = (name: string, foreign: string, absent: string, value: (text: string) => unknown): Place => ({
    name: `the body's ${name}`,
    foreign,
    absent,
    naming: (text, key) => requestOf(walk, key, { [name]: value(text) }),
  });
  const ids = names.filter(isOwnId).map((name) => {
    const { foreign, absent } = idsFor(walk, name);
    const isText = operation.body?.properties?.[name]?.type === 'string';
    return of(name, foreign, absent, isText ? String : Number);
  });
  const aliases = names
    .filter((name) => ALIASES.includes(name))
    .map((name) => of(name, foreignName, `${foreignName.slice(0, -1)}!`, String));
  return [...ids, ...aliases];
}

/** A document names accounts, by name or by id, if the schema of its algo says so (ALG-13). */
function documentPlaces(walk: Walk): readonly Place[] {
  const { operation, caller, reached, foreignName } = walk;
  if (!Object.hasOwn(operation.body?.properties ?? {}, 'document')) return [];
  const good = String(sampleBody(operation, { ...caller, ...reached, key: 'any' })['document']);
  const naming = (name: string, value: unknown, key: string): Sent =>
    requestOf(walk, key, { document: JSON.stringify({ ...JSON.parse(good), [name]: value }) });
  return Object.entries(caller.documentSchema.properties ?? {})
    .filter(([, schema]) => schema['x-service-reference'] === 'account')
    .flatMap(([name]): Place[] => [
      {
        name: `the document's ${name}, by its name`,
        foreign: foreignName,
        absent: `${foreignName.slice(0, -1)}!`,
        naming: (text, key) => naming(name, text, key),
      },
      {
        name: `the document's ${name}, by its id`,
        ...idsFor(walk, 'accountId'),
        naming: (id, key) => naming(name, Number(id), key),
      },
    ]);
}

function isOwnId(name: string): boolean {
  return isIdName(name) && !PLATFORM_WIDE.includes(name);
}

function idsFor({ ownership, other }: Walk, name: string): Pick<Place, 'foreign' | 'absent'> {
  const foreign = ownership.own(name, other.orgId).at(-1);
  if (foreign === undefined) throw new Error(`the other organisation holds no ${name}`);
  return { foreign, absent: ownership.absent(name, foreign) };
}

function requestOf(
  { operation, caller, reached }: Walk,
  key: string,
  over: Readonly<Record<string, unknown>> = {},
): Sent {
  return goodRequest(operation, { ...caller, ...reached, key }, over);
}
