/**
 * Every operation with what its path and its header fields cannot be: a path id in another spelling is no row of anybody's, a
 * key or a precondition off its grammar is refused; nothing comes of any of it, and the good request is taken after all.
 */
import { afterAll, expect, test } from 'vitest';
import { type OperationId, routeOf } from '../../../gateway/contract/routes.ts';
import { type Answered, isOk, type Sent, told } from './caller.ts';
import { goodRequest } from './good-request.ts';
import { collectionOf, Reach } from './reach.ts';
import { codeOf, doorFault, refusalFault } from './refusal-form.ts';
import type { ServedOperation } from './served-document.ts';
import { openTwoOrganisations } from './two-organisations.ts';

const world = await openTwoOrganisations();
afterAll(() => world[Symbol.asyncDispose]());
const { operations } = world.document;
const reach = new Reach(operations);

/** An id otherwise: a reader of numbers takes most of these for the row. */
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
  () => '0',
  () => '-1',
  () => 'null',
  () => 'undefined',
  () => '__proto__',
  () => 'constructor',
  () => '2147483648',
  () => '9223372036854775808',
  () => '1'.repeat(400),
];

const NO_KEYS = ['', ' ', 'a key', 'k'.repeat(65), 'schl\u00fcssel', 'a/b', 'a,b', '"quoted"', 'a:b', 'a%20b'];

const NO_VALIDATORS = ['W/"1"', 'w/"1"', '1', '"1', '1"', '"1", "2"', '', '""1""', "'1'", '*, "1"', '"1"x', '"a b"'];

test.each(operations)('$operationId', async (operation) => {
  const [organisation] = await world.begin();
  const reached = await reach.reached(operation, organisation);
  const key = reach.freshKey(organisation);
  const good = goodRequest(operation, { ...organisation, ...reached, key });
  const faults: string[] = [];
  const refused = async (sent: Sent, faultOf: (answered: Answered) => string | undefined): Promise<void> => {
    const answered = await organisation.callers[reached.by](sent);
    const fault = faultOf(answered) ?? (world.recordsUnder(key) > 0 ? 'it was recorded' : undefined);
    if (fault !== undefined) faults.push(`${fault}: ${told(answered)}`);
  };

  for (const path of strangePaths(operation, reached.path, reached.id)) await refused({ ...good, path }, unheldFault);
  if (operation.takesKey) {
    const { key: _, ...keyless } = good;
    await refused(keyless, doorFault);
    for (const strange of NO_KEYS) await refused({ ...good, key: strange }, doorFault);
    for (const ifMatch of NO_VALIDATORS) await refused({ ...good, ifMatch }, preconditionFault);
  }
  if (routeOf(operation.operationId as OperationId).ifMatch === 'refused') {
    for (const ifMatch of ['*', '"1"']) await refused({ ...good, ifMatch }, preconditionFault);
  }
  const taken = await organisation.callers[reached.by](good);
  if (!isOk(taken)) faults.push(told(taken));
  expect(faults).toEqual([]);
});

function strangePaths(operation: ServedOperation, path: string, id: string | undefined): readonly string[] {
  const collection = collectionOf(operation);
  if (collection === undefined || id === undefined) return [];
  const rest = path.slice(collection.length + 1 + id.length);
  return OTHER_SPELLINGS.map((spell) => `${collection}/${spell(id)}${rest}`);
}

/** No row is so called (decision A14). */
function unheldFault(answered: Answered): string | undefined {
  const code = codeOf(answered);
  return answered.status === 404 && code === 'NOT_FOUND'
    ? refusalFault(answered)
    : `answered ${answered.status} ${code}`;
}

function preconditionFault(answered: Answered): string | undefined {
  const code = codeOf(answered);
  return code === 'INVALID_IF_MATCH' ? doorFault(answered) : `answered ${answered.status} ${code}`;
}
