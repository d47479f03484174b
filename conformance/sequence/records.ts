/** What a sequence knows of register rows and instances, from its own answers. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, isOk, rows } from '../member/exchange/exchange.ts';
import { isOpenId } from '../member/exchange/open-id.ts';
import { etagOf } from '../member/exchange/row-version.ts';
import type { Driver, Write, Writer } from './driver.ts';

/** Lists are newest first; each entry is the path of a row of the first organisation. */
export interface Records {
  readonly policies: string[];
  readonly credentials: string[];
  readonly instances: string[];
  /** Rows that cannot be deleted, by their purpose; null: the target accepts none. */
  readonly standing: Map<StandingRow, string | null>;
  /** The ETags that each row was seen with, the first one first. */
  readonly etags: Map<string, string[]>;
  /** The writers whose capabilities were read. */
  readonly known: Set<Writer>;
  /** Whether the clerk was granted anything. */
  granted: boolean;
}

/** The records at the start of a sequence. */
export function noRecords(): Records {
  return {
    policies: [],
    credentials: [],
    instances: [],
    standing: new Map(),
    etags: new Map(),
    known: new Set(),
    granted: false,
  };
}

const LISTED = [
  { route: /^\/(asset|chain|trading)-policies$/, list: 'policies', id: /PolicyId$/ },
  { route: /^\/credentials$/, list: 'credentials', id: /^credentialId$/ },
  { route: /^\/algos\/instances$/, list: 'instances', id: /^instanceId$/ },
] as const;

/** Records what a write of the first organisation created. */
export function noteCreation(records: Records, { path }: Write, answer: Exchange | undefined): void {
  const made = LISTED.find(({ route }) => route.test(path));
  if (made === undefined || answer === undefined || !isOk(answer)) return;
  const [, id] = Object.entries((at(answer) ?? {}) as object).find(([name]) => made.id.test(name)) ?? [];
  const row = `${path}/${id}`;
  if (isOpenId(id) && !records[made.list].includes(row)) records[made.list].unshift(row);
}

/** Rows that cannot be deleted: the suite's own, found again by their names. */
export type StandingRow = 'portfolio' | 'account' | 'clerk';

interface Standing {
  readonly path: string;
  readonly id: string;
  /** Names that it may have when a run begins: steps rename it, and it may keep the new name. */
  readonly names: readonly [string, ...string[]];
}

/** The suite's own rows that every run uses again: their collection, the member with their id, and their names. */
export const STANDING = {
  portfolio: { path: '/portfolios', id: 'portfolioId', names: ['touchstone-history', 'touchstone-history renamed'] },
  account: { path: '/accounts', id: 'accountId', names: ['touchstone-history', 'touchstone-history renamed'] },
  clerk: { path: '/users', id: 'userId', names: ['touchstone-history'] },
} as const satisfies Record<StandingRow, Standing>;

/** The path of the row; undefined: the target refuses the body, which is assumed. */
export async function standing(driver: Driver, records: Records, which: StandingRow): Promise<string | undefined> {
  let found = records.standing.get(which);
  if (found === undefined) {
    const { path, id, names }: Standing = STANDING[which];
    const held = rows(await driver.get('admin', path)).find((row) => names.some((name) => row['displayName'] === name));
    const key = held?.[id] ?? (await created(driver, which, id));
    found = typeof key === 'number' ? `${path}/${key}` : null;
    records.standing.set(which, found);
  }
  return found ?? undefined;
}

async function created(driver: Driver, which: StandingRow, id: string): Promise<unknown> {
  const { path, names } = STANDING[which];
  const body = { displayName: names[0], ...(await termsOf(driver, which)) };
  const answer = await driver.write('admin', driver.nextLetter(), { path, body });
  return answer === undefined ? undefined : at(answer, id);
}

/** An account that trades is bound to a venue as the fixture is: only on the sandbox, whose bodies are known. */
async function termsOf(driver: Driver, which: StandingRow): Promise<Readonly<Record<string, unknown>>> {
  const { fixtures, target } = driver.scene;
  if (which === 'clerk') return { subject: STANDING.clerk.names[0], capabilities: [] };
  if (which === 'portfolio') return {};
  if (!target.strict) return { exchangeId: fixtures.venues?.a };
  const bound = await driver.get('admin', `/accounts/${fixtures.account.id}`);
  return { exchangeId: at(bound, 'exchangeId'), credentialId: at(bound, 'credentialId') };
}

/** Reads one row and records its ETag. */
export async function readRow(driver: Driver, records: Records, reader: Writer, path: string): Promise<Exchange> {
  const read = await driver.get(reader, path);
  const etag = isOk(read) ? etagOf(read) : undefined;
  const seen = records.etags.get(path) ?? [];
  if (etag !== undefined && !seen.includes(etag)) records.etags.set(path, [...seen, etag]);
  return read;
}

/** What a write is conditional on, with the words for it in a step. */
export const PRECONDITIONS = {
  none: 'without If-Match',
  any: 'under If-Match *',
  fresh: 'under the ETag that it reads',
  former: 'under the first ETag that it was seen with',
} as const;

export type Precondition = keyof typeof PRECONDITIONS;

/** The If-Match of a write for a precondition; reads the row first where no ETag of it is known. */
export async function conditionOf(
  driver: Driver,
  records: Records,
  writer: Writer,
  path: string,
  precondition: Precondition,
): Promise<Pick<Write, 'ifMatch'>> {
  if (precondition === 'none') return {};
  if (precondition === 'any') return { ifMatch: '*' };
  if (precondition === 'fresh' || !records.etags.has(path)) await readRow(driver, records, writer, path);
  const seen = records.etags.get(path) ?? [];
  const etag = precondition === 'fresh' ? seen.at(-1) : seen[0];
  return etag === undefined ? {} : { ifMatch: etag };
}
