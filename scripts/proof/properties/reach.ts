/** Brings a row into a state that accepts an operation. */
import { type Answered, describeExchange, isOk } from './caller.ts';
import { goodRequest } from './sample-body.ts';
import type { ServedOperation } from './served-document.ts';
import type { Organisation } from './two-organisations.ts';

/** A setting that accepts an operation: all parts of a request except its body and key. */
export interface Reached {
  /** The index of the organisation's caller that sends it. */
  readonly by: 0 | 1;
  readonly path: string;
  readonly id: string | undefined;
  /** The row's validator, if it has one. */
  readonly etag: string | undefined;
}

const at = (by: 0 | 1, path: string, id?: string): Reached => ({ by, path, id, etag: undefined });

/** A user cannot approve their own proposal, so the second caller does. */
const callerOf = (operationId: string): 0 | 1 => (operationId.startsWith('approve') ? 1 : 0);

/** Operations on a new row before it accepts an operation of its life cycle. Orders and algos need none. */
function stepsBefore(operationId: string): readonly string[] {
  const [, verb = '', row = ''] = /^([a-z]+)(Organisation|Credential|\w+Policy)$/.exec(operationId) ?? [];
  if (/^(suspend|retire|revoke|rotate|halt)$/.test(verb)) return [`approve${row}`];
  const before = { reactivate: 'suspend', resume: 'halt' }[verb];
  return before === undefined ? [] : [`approve${row}`, `${before}${row}`];
}

export class Reach {
  readonly #operations: readonly ServedOperation[];
  readonly #keys = new Map<number, number>();

  constructor(operations: readonly ServedOperation[]) {
    this.#operations = operations;
  }

  /** Returns each key once per organisation. All organisations use the same keys. */
  freshKey({ orgId }: Pick<Organisation, 'orgId'>): string {
    const nth = (this.#keys.get(orgId) ?? 0) + 1;
    this.#keys.set(orgId, nth);
    return `walk-${nth}`;
  }

  /** Creates a row of `organisation` that accepts the operation. */
  async reached(operation: ServedOperation, organisation: Organisation): Promise<Reached> {
    const { operationId } = operation;
    const by = callerOf(operationId);
    const collection = collectionOf(operation);
    if (collection === undefined) {
      return at(by, operation.path.replace('{key}', await this.#keyUsed(operation, organisation)));
    }
    const id = await this.#rowOf(collection, organisation);
    await this.lived(stepsBefore(operationId), organisation, id);
    const row = await organisation.callers[0]({ method: 'GET', path: `${collection}/${id}` });
    return { ...at(by, filled(operation.path, id), id), etag: row.headers['etag']?.replaceAll('"', '') };
  }

  /** The valid request of an operation in its setting. */
  async sent(
    operation: ServedOperation,
    organisation: Organisation,
    reached: Reached,
    key = this.freshKey(organisation),
  ): Promise<Answered> {
    return organisation.callers[reached.by](goodRequest(operation, { ...organisation, ...reached, key }));
  }

  /** Carries out these operations on a row. @throws if one of them is not accepted */
  async lived(operationIds: readonly string[], organisation: Organisation, id: string): Promise<void> {
    for (const operationId of operationIds) {
      const operation = this.#operations.find((row) => row.operationId === operationId);
      if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
      await this.#accepted(operation, organisation, at(callerOf(operationId), filled(operation.path, id), id));
    }
  }

  async #accepted(operation: ServedOperation, organisation: Organisation, reached: Reached, key?: string) {
    const answered = await this.sent(operation, organisation, reached, key);
    if (!isOk(answered)) throw new Error(`${operation.operationId} is not accepted: ${describeExchange(answered)}`);
    return answered;
  }

  /** The key of a write that was just made; '' if the path names no key. */
  async #keyUsed({ path }: ServedOperation, organisation: Organisation): Promise<string> {
    const write = this.#operations.find((row) => row.method === 'POST' && row.pathParameters.length === 0);
    if (!path.includes('{key}') || write === undefined) return '';
    const key = this.freshKey(organisation);
    await this.#accepted(write, organisation, at(0, write.path), key);
    return key;
  }

  /** A new row if the collection accepts new rows, otherwise its first row. */
  async #rowOf(collection: string, organisation: Organisation): Promise<string> {
    const create = this.#operations.find(({ method, path }) => method === 'POST' && path === collection);
    if (create !== undefined) return idOf((await this.#accepted(create, organisation, at(0, collection))).json);
    const page = await organisation.callers[0]({ method: 'GET', path: collection });
    return idOf((page.json as { items?: readonly object[] }).items?.[0]);
  }
}

/** `/orders` for `/orders/{id}/cancel`; undefined if a path names no row. */
export function collectionOf({ path }: Pick<ServedOperation, 'path'>): string | undefined {
  const start = path.indexOf('/{id}');
  return start < 0 ? undefined : path.slice(0, start);
}

function filled(path: string, id: string): string {
  // An instance always has its first document.
  return path.replace('{id}', id).replace('{seq}', '1');
}

/** A row states its own id first. */
export function idOf(row: unknown): string {
  return String(Object.values((row ?? {}) as object)[0]);
}
