/** What a sequence knows of register rows and instances, from its own answers. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, isOk, rows } from '../member/exchange/exchange.ts';
import { isOpenId } from '../member/exchange/open-id.ts';
import { etagOf } from '../member/exchange/row-version.ts';
import type { Driver } from './driver.ts';
import type { Write, Writer } from './writes.ts';

const LISTED = [
  { route: /^\/(asset|chain|trading)-policies$/, list: 'policies', id: /PolicyId$/ },
  { route: /^\/credentials$/, list: 'credentials', id: /^credentialId$/ },
  { route: /^\/algos\/instances$/, list: 'instances', id: /^instanceId$/ },
] as const;

/** The lists of rows that sequences create, the newest first. */
export type Listed = (typeof LISTED)[number]['list'];

/** Rows that cannot be deleted: the suite's own, found again by their names. */
export type StandingRow = 'portfolio' | 'account' | 'clerk';

/**
 * Their collection, the member with their id, and the names that they may have when a run begins: steps rename them, and they
 * may keep the new name.
 */
export const STANDING: Readonly<
  Record<StandingRow, { readonly path: string; readonly id: string; readonly names: readonly [string, ...string[]] }>
> = {
  portfolio: { path: '/portfolios', id: 'portfolioId', names: ['touchstone-history', 'touchstone-history renamed'] },
  account: { path: '/accounts', id: 'accountId', names: ['touchstone-history', 'touchstone-history renamed'] },
  clerk: { path: '/users', id: 'userId', names: ['touchstone-history'] },
};

/** What a write is conditional on, with the words for it in a step. */
export const PRECONDITIONS = {
  none: 'without If-Match',
  any: 'under If-Match *',
  fresh: 'under the ETag that it reads',
  former: 'under the first ETag that it was seen with',
} as const;

export type Precondition = keyof typeof PRECONDITIONS;

/** Each entry is the path of a row of the first organisation. */
export class Records {
  readonly policies: string[] = [];
  readonly credentials: string[] = [];
  readonly instances: string[] = [];
  /** By their purpose; null: the target accepts none. */
  readonly known = new Map<StandingRow, string | null>();
  /** Whether the clerk was granted anything. */
  granted = false;
  readonly #driver: Driver;
  /** The ETags that each row was seen with, the first one first. */
  readonly #etags = new Map<string, string[]>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Records what a write of the first organisation created. */
  noteCreation({ path }: Write, answer: Exchange | undefined): void {
    const made = LISTED.find(({ route }) => route.test(path));
    if (made === undefined || answer === undefined || !isOk(answer)) return;
    const [, id] = Object.entries((at(answer) ?? {}) as object).find(([name]) => made.id.test(name)) ?? [];
    const row = `${path}/${id}`;
    if (isOpenId(id) && !this[made.list].includes(row)) this[made.list].unshift(row);
  }

  /** The path of the row; undefined: the target refuses the body, which is assumed. */
  async standing(which: StandingRow): Promise<string | undefined> {
    let found = this.known.get(which);
    if (found === undefined) {
      const { path, id, names } = STANDING[which];
      const held = rows(await this.#driver.get('admin', path)).find((row) =>
        names.some((name) => row['displayName'] === name),
      );
      const key = held?.[id] ?? (await this.#created(which));
      found = typeof key === 'number' ? `${path}/${key}` : null;
      this.known.set(which, found);
    }
    return found ?? undefined;
  }

  async #created(which: StandingRow): Promise<unknown> {
    const { path, id, names } = STANDING[which];
    const body = { displayName: names[0], ...(await this.#termsOf(which)) };
    const answer = await this.#driver.write('admin', this.#driver.nextLetter(), { path, body });
    return answer === undefined ? undefined : at(answer, id);
  }

  /** An account that trades is bound to a venue as the fixture is: only on the sandbox, whose bodies are known. */
  async #termsOf(which: StandingRow): Promise<Readonly<Record<string, unknown>>> {
    const { fixtures, target } = this.#driver.scene;
    if (which === 'clerk') return { subject: STANDING.clerk.names[0], capabilities: [] };
    if (which === 'portfolio') return {};
    if (!target.strict) return { exchangeId: fixtures.venues?.a };
    const bound = await this.#driver.get('admin', `/accounts/${fixtures.account.id}`);
    return { exchangeId: at(bound, 'exchangeId'), credentialId: at(bound, 'credentialId') };
  }

  /** Reads one row and records its ETag. */
  async read(reader: Writer, path: string): Promise<Exchange> {
    const read = await this.#driver.get(reader, path);
    const etag = isOk(read) ? etagOf(read) : undefined;
    const seen = this.#etags.get(path) ?? [];
    if (etag !== undefined && !seen.includes(etag)) this.#etags.set(path, [...seen, etag]);
    return read;
  }

  /** The If-Match of a write for a precondition; reads the row first where no ETag of it is known. */
  async conditionOf(writer: Writer, path: string, precondition: Precondition): Promise<Pick<Write, 'ifMatch'>> {
    if (precondition === 'none') return {};
    if (precondition === 'any') return { ifMatch: '*' };
    if (precondition === 'fresh' || !this.#etags.has(path)) await this.read(writer, path);
    const seen = this.#etags.get(path) ?? [];
    const etag = precondition === 'fresh' ? seen.at(-1) : seen[0];
    return etag === undefined ? {} : { ifMatch: etag };
  }
}
