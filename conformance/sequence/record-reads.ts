/** Reads of every collection: without a limit, page by page, back again, and during writes. */
import fc from 'fast-check';
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, isOk, rows, textAt } from '../member/exchange/exchange.ts';
import { MISUSED_CURSORS } from '../model/labels.ts';
import { anyUser } from './draws.ts';
import type { Play } from './play-state.ts';
import { grantOf, renameOf } from './register-steps.ts';
import type { Step, Weighted } from './step.ts';
import { drawn, step } from './step.ts';
import type { Write, Writer } from './writes.ts';
import { submitOf } from './writes.ts';

/** Collections that are read without a limit: a target holds few rows of each. */
const WHOLES = [
  ...['/users', '/accounts', '/portfolios', '/credentials', '/orgs', '/account-addresses'],
  ...['/asset-policies', '/chain-policies', '/trading-policies'],
  ...['/algos/instances', '/algos/versions', '/account-balances'],
];

/** Collections that are read with a limit only: they may be long. */
const LONG = ['/orders', '/executions'];

type View = 'latest' | 'approved' | 'active';

const anyView = fc.constantFrom<View[]>('latest', 'latest', 'approved', 'active');
const viewInWords = (view: View): string => (view === 'latest' ? '' : ` (${view})`);

type Query = Readonly<Record<string, string | number>>;

/** Orders, balances and rows of algos have one view; only users are filtered by status. */
async function queryOf(play: Play, reader: Writer, path: string, view: View): Promise<Query> {
  if (view === 'active') return path === '/users' ? { status: await statusOfUsers(play, reader) } : {};
  const hasViews = !path.startsWith('/algos') && ![...LONG, '/account-balances'].includes(path);
  return hasViews && view === 'approved' ? { view } : {};
}

/** The member chooses the names of states: one is taken from a row. */
async function statusOfUsers(play: Play, reader: Writer): Promise<string> {
  const ours = 'ACTIVE';
  if (play.strict) return ours;
  const [row] = rows(await play.get(reader, '/users', { limit: 1 }));
  return typeof row?.['status'] === 'string' ? row['status'] : ours;
}

const MOST_PAGES = 5;

/** The pages of a forward walk, as far as it goes. */
async function forth(play: Play, reader: Writer, path: string, query: Query, between?: () => Promise<unknown>) {
  const pages: Exchange[] = [await play.get(reader, path, query)];
  await between?.();
  while (pages.length < MOST_PAGES) {
    const cursor = textAt(pages.at(-1) as Exchange, 'nextCursor');
    if (cursor === undefined) break;
    pages.push(await play.get(reader, path, { ...query, cursor }));
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
function walkAll(reader: Writer, path: string, view: View, clamped: boolean): Step<Play> {
  const by = clamped ? 'a limit past the largest' : 'thirds';
  const words = `${reader} reads ${path}${viewInWords(view)} whole, by ${by} with their total, and back`;
  return step(words, async (play) => {
    const of = await queryOf(play, reader, path, view);
    const whole = await play.get(reader, path, { ...of, ...(LONG.includes(path) && { limit: 6 }) });
    if (!isOk(whole)) return;
    const query = { ...of, limit: limitFor(whole, clamped), include: 'total' };
    const pages = await forth(play, reader, path, query);
    for (let page = pages.at(-1), back = 1; page !== undefined && back < pages.length; back += 1) {
      const cursor = textAt(page, 'prevCursor');
      if (cursor === undefined) return;
      page = await play.get(reader, path, { ...query, cursor });
    }
  });
}

/** The writes that happen during a walk. */
const MEANWHILE: Readonly<Record<string, { path: string; write(play: Play): Promise<Write | undefined> }>> = {
  'renames the portfolio': {
    path: '/portfolios',
    write: async ({ records }) => {
      const path = await records.standing('portfolio');
      return path === undefined ? undefined : renameOf('portfolio', path, 1);
    },
  },
  'grants the clerk': {
    path: '/users',
    write: async (play) => {
      const path = await play.records.standing('clerk');
      return path === undefined ? undefined : grantOf(play, path, ['orders:trade']);
    },
  },
  'submits an order': { path: '/orders', write: async ({ driver }) => submitOf(driver.order('admin')) },
};

/** Walks a collection while the admin writes to it. */
function walkWhile(reader: Writer, meanwhile: string): Step<Play> {
  const { path = '', write } = MEANWHILE[meanwhile] ?? {};
  return step(`${reader} walks over ${path} by thirds while the admin ${meanwhile}`, async (play) => {
    const writing = await write?.(play);
    await play.introduce('admin');
    const limit = path === '/orders' ? 2 : limitFor(await play.get(reader, path), false);
    await forth(play, reader, path, { limit }, async () => writing && play.sendNew('admin', writing));
  });
}

/** The cursor with the character in its middle changed. */
function mutatedOf(cursor: string): string {
  const middle = Math.floor(cursor.length / 2);
  return cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1);
}

/** One cursor, sent with every read except its own. */
function misuseCursor(reader: Writer): Step<Play> {
  const stranger = reader === 'outsider' ? 'admin' : 'outsider';
  return step(`${reader} sends a cursor of users where it is not for`, async (play) => {
    const cursor = textAt(await play.get(reader, '/users', { limit: 1 }), 'nextCursor');
    const { undecodable, collection, organisation, filter, view, mutated } = MISUSED_CURSORS;
    await play.get(reader, '/users', { limit: 1, cursor: 'no-cursor' }, undecodable);
    if (cursor === undefined) return;
    await play.get(reader, '/portfolios', { limit: 1, cursor }, collection);
    await play.get(stranger, '/users', { limit: 1, cursor }, organisation);
    await play.get(reader, '/users', { limit: 1, cursor, status: await statusOfUsers(play, reader) }, filter);
    await play.get(reader, '/users', { limit: 1, cursor, view: 'approved' }, view);
    await play.get(reader, '/users', { limit: 1, cursor: mutatedOf(cursor) }, mutated);
  });
}

export const RECORD_READS: readonly Weighted<Play>[] = [
  drawn(6, [anyUser, fc.constantFrom(...WHOLES), anyView, fc.boolean()], (reader, path, view, counted) =>
    step(`${reader} reads all of ${path}${viewInWords(view)}${counted ? ' and counts it' : ''}`, async (play) => {
      const query = await queryOf(play, reader, path, view);
      await play.get(reader, path, { ...query, ...(counted && { include: 'total' }) });
    }),
  ),
  drawn(9, [anyUser, fc.constantFrom(...WHOLES, ...LONG), anyView, fc.boolean()], walkAll),
  drawn(5, [anyUser, fc.constantFrom(...Object.keys(MEANWHILE))], walkWhile),
  drawn(5, [fc.constantFrom<Writer[]>('admin', 'deputy', 'outsider')], misuseCursor),
  // Another organisation's account has no balances here.
  drawn(2, [anyUser, fc.constantFrom('own', 'foreign')], (reader, holder) =>
    step(
      `${reader} reads the balances of ${holder === 'own' ? 'an account' : "another organisation's account"} by ones`,
      async (play: Play) => {
        const { account, foreignAccount } = play.scene.fixtures;
        const accountId = holder === 'own' ? account.id : foreignAccount.id;
        await forth(play, reader, '/account-balances', { accountId, limit: 1 });
      },
    ),
  ),
  drawn(2, [fc.constantFrom<Writer[]>('admin', 'clerk', 'clerk')], (reader) =>
    step(
      `${reader} reads GET /me`,
      async (play) => {
        if (reader !== 'clerk' || play.driver.hasClerk) await play.get(reader, '/me');
      },
      ({ records }) => reader !== 'clerk' || records.known.get('clerk') !== undefined,
    ),
  ),
  // In both views, and as another organisation.
  drawn(3, [fc.constantFrom<Writer[]>('admin', 'viewer', 'outsider')], (reader) =>
    step(`${reader} reads the rows that the sequence wrote, one by one`, async ({ driver, records }: Play) => {
      for (const path of [...records.known.values(), records.policies[0], records.credentials[0]]) {
        if (path === null || path === undefined) continue;
        await records.read(reader, path);
        if (!path.startsWith('/users')) await driver.get(reader, path, { view: 'approved' });
      }
    }),
  ),
];
