/** Reads of every collection: without a limit, page by page, back again, and during writes. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, isOk, rows, textAt } from '../member/exchange/exchange.ts';
import { MISUSED_CURSORS } from '../model/labels.ts';
import type { Driver, Write, Writer } from './driver.ts';
import { introduce, sendAnew } from './record-writes.ts';
import { readRow, STANDING, standing } from './records.ts';
import type { SequenceModel, Step } from './step.ts';
import { step } from './step.ts';
import { submitOf } from './writing.ts';

/** Collections that are read without a limit: a target holds few rows of each. */
export const WHOLES = [
  '/users',
  '/accounts',
  '/portfolios',
  '/credentials',
  '/orgs',
  '/account-addresses',
  '/asset-policies',
  '/chain-policies',
  '/trading-policies',
  '/algos/instances',
  '/algos/versions',
  '/account-balances',
] as const;

/** Collections that are read with a limit only: they may be long. */
const LONG = ['/orders', '/executions'] as const;

/** The collections that `walkAll` walks. */
export const WALKED = [...WHOLES, ...LONG] as const;
export type Walked = (typeof WALKED)[number];

const VIEWS = { latest: {}, approved: { view: 'approved' } } as const;
export type View = keyof typeof VIEWS | 'active';

type Query = Readonly<Record<string, string | number>>;

/** Orders, balances and rows of algos have one view; only users are filtered by status. */
async function queryOf(driver: Driver, reader: Writer, path: string, view: View): Promise<Query> {
  if (view === 'active') return path === '/users' ? { status: await statusOfUsers(driver, reader) } : {};
  const hasViews = !path.startsWith('/algos') && ![...LONG, '/account-balances'].includes(path);
  return hasViews ? VIEWS[view] : {};
}

/** The member chooses the names of states: one is taken from a row. */
async function statusOfUsers(driver: Driver, reader: Writer): Promise<string> {
  const ours = 'ACTIVE';
  if (driver.scene.target.strict) return ours;
  const [row] = rows(await driver.get(reader, '/users', { limit: 1 }));
  return typeof row?.['status'] === 'string' ? row['status'] : ours;
}

/** Reads a whole collection in one page, optionally with its total. */
export function readWhole(reader: Writer, path: (typeof WHOLES)[number], view: View, counted: boolean): Step {
  return step({
    words: `${reader} reads all of ${path}${view === 'latest' ? '' : ` (${view})`}${counted ? ' and counts it' : ''}`,
    run: async (driver) => {
      await driver.get(reader, path, {
        ...(await queryOf(driver, reader, path, view)),
        ...(counted && { include: 'total' }),
      });
    },
  });
}

const MOST_PAGES = 5;

/** The pages of a forward walk, as far as it goes. */
async function forth(driver: Driver, reader: Writer, path: string, query: Query, between?: () => Promise<void>) {
  const pages: Exchange[] = [await driver.get(reader, path, query)];
  await between?.();
  while (pages.length < MOST_PAGES) {
    const cursor = textAt(pages.at(-1) as Exchange, 'nextCursor');
    if (cursor === undefined) break;
    pages.push(await driver.get(reader, path, { ...query, cursor }));
  }
  return pages;
}

/** A third of the rows for each page, so that a walk ends soon; or a limit that is clamped. */
function limitFor(whole: Exchange, clamped: boolean): number {
  const items = at(whole, 'items');
  const count = Array.isArray(items) ? items.length : 0;
  return clamped ? 1_000 : Math.max(1, Math.ceil(count / 3));
}

/** Walks a collection forward by pages with totals, then back. */
export function walkAll(reader: Writer, path: Walked, view: View, clamped: boolean): Step {
  const by = clamped ? 'a limit past the largest' : 'thirds';
  return step({
    words: `${reader} reads ${path}${view === 'latest' ? '' : ` (${view})`} whole, by ${by} with their total, and back`,
    run: async (driver) => {
      const of = await queryOf(driver, reader, path, view);
      const isLong = LONG.some((long) => long === path);
      const whole = await driver.get(reader, path, { ...of, ...(isLong && { limit: 6 }) });
      if (!isOk(whole)) return;
      const query = { ...of, limit: limitFor(whole, clamped), include: 'total' };
      const pages = await forth(driver, reader, path, query);
      for (let page = pages.at(-1), back = 1; page !== undefined && back < pages.length; back += 1) {
        const cursor = textAt(page, 'prevCursor');
        if (cursor === undefined) return;
        page = await driver.get(reader, path, { ...query, cursor });
      }
    },
  });
}

/** The writes that happen during a walk. */
export const MEANWHILE = {
  'renames the portfolio': {
    path: '/portfolios',
    write: async (driver, { records }) => {
      const path = await standing(driver, records, 'portfolio');
      return path === undefined
        ? undefined
        : { method: 'PUT', path, body: { displayName: STANDING.portfolio.names[1] } };
    },
  },
  'grants the clerk': {
    path: '/users',
    write: async (driver, model) => {
      const path = await standing(driver, model.records, 'clerk');
      model.records.granted = true;
      return path === undefined ? undefined : { method: 'PUT', path, body: { capabilities: ['orders:trade'] } };
    },
  },
  'submits an order': { path: '/orders', write: async (driver) => submitOf(driver.order('admin')) },
} as const satisfies Record<
  string,
  { path: Walked; write(driver: Driver, model: SequenceModel): Promise<Write | undefined> }
>;

export type Meanwhile = keyof typeof MEANWHILE;

/** Walks a collection while the admin writes to it. */
export function walkWhile(reader: Writer, meanwhile: Meanwhile): Step {
  const { path, write } = MEANWHILE[meanwhile];
  return step({
    words: `${reader} walks over ${path} by thirds while the admin ${meanwhile}`,
    run: async (driver, model) => {
      const writing = await write(driver, model);
      await introduce(driver, model, 'admin');
      const limit = path === '/orders' ? 2 : limitFor(await driver.get(reader, path), false);
      await forth(driver, reader, path, { limit }, async () => {
        if (writing !== undefined) await sendAnew(driver, model, 'admin', writing);
      });
    },
  });
}

function spoilt(cursor: string): string {
  const middle = Math.floor(cursor.length / 2);
  return cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1);
}

/** One cursor, sent with every read except its own. */
export function misuseCursor(reader: Writer): Step {
  const stranger = reader === 'outsider' ? 'admin' : 'outsider';
  return step({
    words: `${reader} sends a cursor of users where it is not for`,
    run: async (driver) => {
      const first = await driver.get(reader, '/users', { limit: 1 });
      const cursor = textAt(first, 'nextCursor');
      const { undecodable, collection, organisation, filter, view, mutated } = MISUSED_CURSORS;
      await driver.get(reader, '/users', { limit: 1, cursor: 'no-cursor' }, undecodable);
      if (cursor === undefined) return;
      await driver.get(reader, '/portfolios', { limit: 1, cursor }, collection);
      await driver.get(stranger, '/users', { limit: 1, cursor }, organisation);
      await driver.get(reader, '/users', { limit: 1, cursor, status: await statusOfUsers(driver, reader) }, filter);
      await driver.get(reader, '/users', { limit: 1, cursor, view: 'approved' }, view);
      await driver.get(reader, '/users', { limit: 1, cursor: spoilt(cursor) }, mutated);
    },
  });
}

/** The balances of one of the reader's accounts, or of another organisation's account, which has none here. */
export function readBalances(reader: Writer, whose: 'own' | 'foreign'): Step {
  return step({
    words: `${reader} reads the balances of ${whose === 'own' ? 'an account' : "another organisation's account"} by ones`,
    run: async (driver) => {
      const { account, foreignAccount } = driver.scene.fixtures;
      const accountId = whose === 'own' ? account.id : foreignAccount.id;
      await forth(driver, reader, '/account-balances', { accountId, limit: 1 });
    },
  });
}

/** Reads GET /me. */
export function readMe(reader: Writer): Step {
  return step({
    words: `${reader} reads who they are`,
    ready: ({ records }) => reader !== 'clerk' || records.standing.get('clerk') !== undefined,
    run: async (driver) => {
      if (reader !== 'clerk' || driver.hasClerk) await driver.get(reader, '/me');
    },
  });
}

/** Reads a row in both views, and as another organisation. */
export function readRows(reader: Writer): Step {
  return step({
    words: `${reader} reads the rows that the sequence wrote, one by one`,
    run: async (driver, { records }) => {
      const paths = [...records.standing.values(), records.policies[0], records.credentials[0]];
      for (const path of paths) {
        if (path === null || path === undefined) continue;
        await readRow(driver, records, reader, path);
        if (!path.startsWith('/users')) await driver.get(reader, path, { view: 'approved' });
      }
    },
  });
}

/** An id that is never issued: ids are of the time, and this one is of the year after the epoch. */
export const NOBODYS_KEY = 2_147_483_000;

/** Reads a row that does not exist, and one of another organisation. */
export function writeNobodys(writer: Writer): Step {
  return step({
    words: `${writer} restates a portfolio that nobody holds`,
    run: async (driver, model) => {
      const body = { displayName: 'touchstone-nobody' };
      await sendAnew(driver, model, writer, { method: 'PUT', path: `/portfolios/${NOBODYS_KEY}`, body });
    },
  });
}
