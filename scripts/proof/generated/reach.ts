/**
 * Brings a row into a state in which an operation is taken. Nobody says which states there are: the operations of the
 * row's own collection are tried, each by two people, until one is answered with success; and the way there is kept.
 */
import { type Answered, isOk, told } from './caller.ts';
import { goodRequest } from './sample-body.ts';
import type { Schema, ServedOperation } from './served-document.ts';
import type { Organisation } from './two-organisations.ts';

/** One operation on a row, by one of the organisation's two callers. */
interface Step {
  readonly operation: ServedOperation;
  readonly by: 0 | 1;
}

interface Way {
  /** What is done to a new row first. */
  readonly steps: readonly Step[];
  /** Who then has the operation taken. */
  readonly by: 0 | 1;
}

/** Where an operation is taken: all of a request but its body and key. */
export interface Reached {
  readonly by: 0 | 1;
  readonly path: string;
  readonly id: string | undefined;
  /** The row's, where it has one. */
  readonly etag: string | undefined;
}

const at = (by: 0 | 1, path: string, id?: string): Reached => ({ by, path, id, etag: undefined });

const MOST_STEPS = 4;
const BOTH = [0, 1] as const;

export class Reach {
  readonly #operations: readonly ServedOperation[];
  readonly #ways = new Map<string, Way>();
  readonly #keys = new Map<number, number>();

  constructor(operations: readonly ServedOperation[]) {
    this.#operations = operations;
  }

  /** Each once for an organisation in the life of this object: any two organisations use the same ones. */
  freshKey({ orgId }: Pick<Organisation, 'orgId'>): string {
    const nth = (this.#keys.get(orgId) ?? 0) + 1;
    this.#keys.set(orgId, nth);
    return `walk-${nth}`;
  }

  /** A new row of `organisation` that takes the operation now. @throws where no way leads there. */
  async reached(operation: ServedOperation, organisation: Organisation): Promise<Reached> {
    const way = this.#ways.get(operation.operationId) ?? (await this.#search(operation, organisation));
    this.#ways.set(operation.operationId, way);
    return this.#walked(operation, organisation, way);
  }

  /** The good request of an operation where it was reached. */
  async sent(
    operation: ServedOperation,
    organisation: Organisation,
    reached: Reached,
    key = this.freshKey(organisation),
  ): Promise<Answered> {
    return organisation.callers[reached.by](goodRequest(operation, { ...organisation, ...reached, key }));
  }

  /** Does these operations with a row. @throws where one of them is not taken. */
  async lived(operationIds: readonly string[], organisation: Organisation, id: string): Promise<void> {
    for (const operationId of operationIds) {
      const operation = this.#operations.find((row) => row.operationId === operationId);
      if (operation === undefined) throw new Error(`${operationId} is no operation`);
      const answered = await this.sent(operation, organisation, at(0, filled(operation.path, id), id));
      if (!isOk(answered)) throw new Error(`${operationId} is not taken: ${told(answered)}`);
    }
  }

  async #search(operation: ServedOperation, organisation: Organisation): Promise<Way> {
    const seen = new Set<string>();
    let last: Answered | undefined;
    let waiting: (readonly Step[])[] = [[]];
    for (let depth = 0; depth <= MOST_STEPS && waiting.length > 0; depth += 1) {
      const further: (readonly Step[])[] = [];
      for (const steps of waiting) {
        for (const by of BOTH) {
          const reached = await this.#walked(operation, organisation, { steps, by });
          last = await this.sent(operation, organisation, reached);
          if (isOk(last)) return { steps, by };
        }
        further.push(...(await this.#further(operation, organisation, steps, seen)));
      }
      waiting = further;
    }
    throw new Error(`${operation.operationId} is never taken: ${last === undefined ? '' : told(last)}`);
  }

  /** The ways on from here into states that nobody has seen. */
  async #further(
    operation: ServedOperation,
    organisation: Organisation,
    steps: readonly Step[],
    seen: Set<string>,
  ): Promise<(readonly Step[])[]> {
    const collection = collectionOf(operation);
    if (collection === undefined) return [];
    const found: (readonly Step[])[] = [];
    const movers = this.#operations.filter((mover) => mover.method !== 'GET' && collectionOf(mover) === collection);
    for (const mover of movers) {
      for (const by of BOTH) {
        const reached = await this.#walked(mover, organisation, { steps, by });
        const answered = await this.sent(mover, organisation, reached);
        const state = isOk(answered) ? stateOf(answered, mover) : undefined;
        if (state === undefined || seen.has(state)) continue;
        seen.add(state);
        found.push([...steps, { operation: mover, by }]);
      }
    }
    return found;
  }

  async #walked(operation: ServedOperation, organisation: Organisation, { steps, by }: Way): Promise<Reached> {
    const collection = collectionOf(operation);
    if (collection === undefined) {
      const path = operation.path.replace('{key}', await this.#keyUsed(operation, organisation));
      return at(by, path);
    }
    const id = await this.#rowOf(collection, organisation);
    for (const step of steps) {
      await this.sent(step.operation, organisation, at(step.by, filled(step.operation.path, id), id));
    }
    const row = await organisation.callers[0]({ method: 'GET', path: `${collection}/${id}` });
    return { ...at(by, filled(operation.path, id), id), etag: row.headers['etag']?.replaceAll('"', '') };
  }

  /** The key of a write that was just made; '' where the path names none. */
  async #keyUsed({ path }: ServedOperation, organisation: Organisation): Promise<string> {
    const write = this.#operations.find((row) => row.method === 'POST' && row.pathParameters.length === 0);
    if (!path.includes('{key}') || write === undefined) return '';
    const key = this.freshKey(organisation);
    await this.sent(write, organisation, at(0, write.path), key);
    return key;
  }

  /** A new row where rows can be made, else the first of the collection. */
  async #rowOf(collection: string, organisation: Organisation): Promise<string> {
    const create = this.#operations.find(({ method, path }) => method === 'POST' && path === collection);
    if (create === undefined) {
      const page = await organisation.callers[0]({ method: 'GET', path: collection });
      return idOf((page.json as { items?: readonly object[] }).items?.[0]);
    }
    const made = await this.sent(create, organisation, at(0, collection));
    if (!isOk(made)) throw new Error(`${create.operationId} is not taken: ${told(made)}`);
    return idOf(made.json);
  }
}

/** `/orders` of `/orders/{id}/cancel`; undefined where a path names no row. */
export function collectionOf({ path }: Pick<ServedOperation, 'path'>): string | undefined {
  const at = path.indexOf('/{id}');
  return at < 0 ? undefined : path.slice(0, at);
}

function filled(path: string, id: string): string {
  // Of what an instance has, the first document is always there.
  return path.replace('{id}', id).replace('{seq}', '1');
}

/** A row states its own id first. */
export function idOf(row: unknown): string {
  return String(Object.values((row ?? {}) as object)[0]);
}

/** The members that say where a row stands: those with an enum of their own. */
function stateOf({ json }: Answered, { responses }: ServedOperation): string {
  const schema = responses['200']?.schema ?? responses['201']?.schema ?? {};
  const row = (json ?? {}) as Readonly<Record<string, unknown>>;
  const standing = Object.entries(schema.properties ?? {}).filter(([, of]) => hasEnum(of));
  return JSON.stringify(standing.map(([name]) => [name, row[name]]));
}

function hasEnum(schema: Schema): boolean {
  return schema.enum !== undefined || (schema.anyOf ?? []).some(hasEnum);
}
