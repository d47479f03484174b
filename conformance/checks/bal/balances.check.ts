/**
 * GET /account-balances: what a row states, the filter by account, and when observedAtNs moves.
 */
import { at, type Exchange, isOk, json, position, rows, textAt } from '../../member/exchange/exchange.ts';
import { etagOf } from '../../member/exchange/row-version.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { noRowLacks, observedAtNs, readsItsAmounts } from '../../rules/row-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import {
  allOf,
  eachOf,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { notShown } from '../../runner/record/not-shown.ts';

type BalanceRow = Readonly<Record<string, unknown>>;

const BALANCES = '/account-balances';
const AMOUNTS = ['total', 'available', 'held'] as const;

const NO_BALANCES = 'the organisation has no balances';

/** Rows by `accountId/assetId`. */
function byAccountAndAsset(page: Exchange): ReadonlyMap<string, BalanceRow> {
  return new Map(rows(page).map((row) => [`${row['accountId']}/${row['assetId']}`, row]));
}

const IDS = ['accountId', 'assetId', 'credentialId'];
const OF_THE_VENUE = ['venueTsNs', 'venueRevision'];

/** What a row lacks, in words; undefined where it lacks nothing. */
function lackOf(row: BalanceRow): string | undefined {
  const unnamed = [...IDS, ...AMOUNTS, ...OF_THE_VENUE, 'observedAtNs'].find((name) => !Object.hasOwn(row, name));
  if (unnamed !== undefined) return `${unnamed} on each balance`;
  const id = IDS.find((name) => !Number.isInteger(row[name]));
  if (id !== undefined) return `${id} an integer`;
  const stated = OF_THE_VENUE.find((name) => row[name] !== null && typeof row[name] !== 'string');
  if (stated !== undefined) return `${stated} a string, or null where the venue states none`;
  if (row['venueTsNs'] !== null && !/^[0-9]+$/.test(String(row['venueTsNs']))) return 'venueTsNs in nanoseconds';
  return observedAtNs(row) === undefined ? 'observedAtNs, epoch nanoseconds as a decimal string' : undefined;
}

export const rowStatesItsReading = check({
  id: 'bal/row-states-its-reading',
  proves: ['BAL-01'],
  title: 'a balance row carries its account, asset and credential, the amounts, and the times of venue and platform',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    await admin.get(BALANCES, { label: 'balances' });
  },

  judge(history) {
    const page = history.one('balances');
    const served = expects(page, { status: 200 });
    if (!isOk(page)) return served;
    if (rows(page).length === 0) return inconclusive(NO_BALANCES);
    return allOf(served, noRowLacks(page, lackOf));
  },
});

export const amountsAreMoney = check({
  id: 'bal/amounts-are-money',
  proves: ['BAL-02'],
  title: 'total, available and held are money strings and never null; zero is a valid amount',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    const page = await admin.get(BALANCES, { label: 'balances' });
    const accountId = rows(page)[0]?.['accountId'];
    if (typeof accountId === 'number') await admin.get(BALANCES, { query: { accountId }, label: 'balances' });
  },

  judge: (history) =>
    eachOf(history.labelled('balances'), (page) => {
      if (rows(page).length === 0) return inconclusive(NO_BALANCES);
      return allOf(rows(page).map((row) => readsItsAmounts({ exchange: page, row })));
    }),
});

const NO_ACCOUNTS = ['0', '-1', '1.5', 'abc', '1e3'];
/** The largest int32: no account has this id, since ids are minted from times. */
const UNHELD = 2_147_483_647;

/** The account that a page was filtered by. */
const accountOf = ({ request }: Exchange) => Number(new URLSearchParams(request.path.split('?')[1]).get('accountId'));

/** All rows of the account and no others; an asset may have been added since the whole page was read. */
function isFiltered(all: Exchange, one: Exchange): Judgement {
  const accountId = accountOf(one);
  const served = byAccountAndAsset(one);
  const missing = [...byAccountAndAsset(all)].some(
    ([name, row]) => row['accountId'] === accountId && !served.has(name),
  );
  return allOf(
    expects(one, { status: 200 }),
    rows(one).every((row) => row['accountId'] === accountId)
      ? pass
      : violated(`rows of account ${accountId} alone`, one),
    missing ? violated(`every balance of account ${accountId}`, all, one) : pass,
  );
}

export const accountFilter = check({
  id: 'bal/account-filter',
  proves: ['BAL-03'],
  title: 'accountId filters; 0, negatives and non-integers are refused 400; an unknown account has no rows',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    const all = await admin.get(BALANCES, { label: 'all' });
    const accounts = [...new Set(rows(all).map((row) => Number(row['accountId'])))];
    for (const accountId of accounts.slice(0, 3)) await admin.get(BALANCES, { query: { accountId }, label: 'of one' });
    await admin.get(BALANCES, { query: { accountId: UNHELD }, label: 'unknown' });
    for (const accountId of NO_ACCOUNTS) await admin.get(BALANCES, { query: { accountId }, label: 'no account' });
  },

  judge(history) {
    const [all, unknown] = [history.one('all'), history.one('unknown')];
    const ofOne = history.labelled('of one');
    const { strict } = history.target;
    return allOf(
      history
        .labelled('no account')
        .map((e) => expects(e, { status: 400, ...(strict ? { code: 'MALFORMED_REQUEST' } : {}) })),
      expects(unknown, { status: 200 }, 'an unknown account'),
      !isOk(unknown) || rows(unknown).length === 0 ? pass : violated('no rows of an unknown account', unknown),
      ofOne.length === 0 ? inconclusive(NO_BALANCES) : eachOf(ofOne, (one) => isFiltered(all, one)),
    );
  },
});

export const accountOfAnotherOrganisation = check({
  id: 'bal/account-of-another-organisation',
  proves: ['BAL-03'],
  title: "another organisation's account has an empty page, and its rows are on no other page",
  needs: ['admin', 'foreignAccount', 'balances'],

  async drive({ admin, fixtures }) {
    await admin.get(BALANCES, { query: { accountId: fixtures.foreignAccount.id }, label: 'foreign' });
    await admin.get(BALANCES, { label: 'all' });
  },

  judge(history) {
    const [foreign, all] = [history.one('foreign'), history.one('all')];
    const accountId = accountOf(foreign);
    const empty = expects(foreign, { status: 200 }, "another organisation's account");
    return allOf(
      rows(all).length === 0 ? notExercised(NO_BALANCES) : unseen,
      empty,
      empty.verdict !== 'pass' || rows(foreign).length === 0 ? pass : violated('an empty page', foreign),
      rows(all).some((row) => row['accountId'] === accountId)
        ? violated("balances of the caller's organisation alone", all)
        : pass,
    );
  },
});

export const discoveredAccount = check({
  id: 'bal/discovered-account',
  proves: ['BAL-06'],
  title: 'balances of an account in DISCOVERED status are served, filtered and among all',
  needs: ['admin', 'discoveredAccount', 'balances'],

  async drive({ admin, fixtures, note }) {
    const { id, holds } = fixtures.discoveredAccount;
    note('holds', holds);
    await admin.get(`/accounts/${id}`, { query: { view: 'latest' }, label: 'account' });
    await admin.get(BALANCES, { query: { accountId: id }, label: 'its own' });
    await admin.get(BALANCES, { label: 'all' });
  },

  judge(history) {
    const account = history.one('account');
    if (!isOk(account) || !Object.values(Object(json(account))).includes('DISCOVERED'))
      return inconclusive('the fixture discoveredAccount is not in DISCOVERED status');
    const [own, all] = [history.one('its own'), history.one('all')];
    const accountId = at(account, 'accountId');
    const served = expects(own, { status: 200 });
    const isListed = rows(all).some((row) => row['accountId'] === accountId);
    const isEmpty = served.verdict === 'pass' && rows(own).length === 0 && !isListed;
    if (isEmpty && history.noted('holds')?.value !== true) {
      return notExercised('whether the fixture discoveredAccount holds anything is not known: state holds: true');
    }
    return allOf(
      served,
      served.verdict !== 'pass' || rows(own).length > 0 ? pass : violated('balances of the DISCOVERED account', own),
      isListed ? pass : violated('balances of the DISCOVERED account among all', all),
    );
  },
});

export const noRowAndNoEtag = check({
  id: 'bal/no-row-and-no-etag',
  proves: ['BAL-04'],
  title: 'balances have no entity route, and no page of them has an ETag',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    const page = await admin.get(BALANCES, { label: 'page' });
    const { accountId, assetId } = rows(page)[0] ?? {};
    if (typeof accountId !== 'number' || typeof assetId !== 'number') return;
    await admin.get(BALANCES, { query: { accountId, limit: 1 }, label: 'page' });
    for (const row of [`${accountId}`, `${accountId}/${assetId}`])
      await admin.get(`${BALANCES}/${row}`, { label: 'row' });
  },

  judge(history) {
    const none = { status: 404, code: 'ROUTE_NOT_FOUND' } as const;
    const asked = history.labelled('row');
    return allOf(
      eachOf(history.labelled('page').filter(isOk), (e) =>
        etagOf(e) === undefined ? pass : violated('a page without ETag', e),
      ),
      asked.length === 0 ? inconclusive(NO_BALANCES) : eachOf(asked, (e) => expects(e, none, 'no entity route')),
    );
  },
});

const HEARTBEAT_MS = 30_000;
/** How long to wait for a member with an unknown heartbeat: three of 30 s (decision A102). */
const LATEST_MS = 3 * HEARTBEAT_MS;
const BETWEEN_LOOKS_MS = 5_000;

/** Only the sandbox's heartbeat is known; a deployed member has its own (decision A102). */
const isConfigured = ({ strict, controlled }: TargetFacts): boolean => strict || controlled === true;

/** Every account and asset was observed again, whether its reading changed or not. */
function isSeenAgain(before: Exchange, after: Exchange): Judgement {
  const again = byAccountAndAsset(after);
  const all = [...byAccountAndAsset(before)];
  return all.every(([name, row]) => (observedAtNs(again.get(name) ?? {}) ?? 0n) > (observedAtNs(row) ?? 0n))
    ? pass
    : violated('a later observedAtNs of every account and asset, 30 seconds later', before, after);
}

export const observedAgainAtEachHeartbeat = check({
  id: 'bal/observed-again-at-each-heartbeat',
  proves: ['BAL-05'],
  title: 'observedAtNs of every account and asset moves every 30 seconds',
  needs: ['admin', 'balances'],
  waits: { ms: LATEST_MS, for: 'three heartbeats of 30 s', forecastMs: () => HEARTBEAT_MS + BETWEEN_LOOKS_MS },

  async drive({ admin, elapse, target }) {
    const first = await admin.get(BALANCES, { label: 'read' });
    if (isConfigured(target)) {
      for (const _ of [1, 2]) {
        await elapse(HEARTBEAT_MS);
        await admin.get(BALANCES, { label: 'read' });
      }
      return;
    }
    for (let waitedMs = 0; waitedMs < LATEST_MS; waitedMs += BETWEEN_LOOKS_MS) {
      await elapse(BETWEEN_LOOKS_MS);
      const read = await admin.get(BALANCES, { label: 'read' });
      if (isSeenAgain(first, read).verdict === 'pass') return;
    }
  },

  judge(history) {
    const reads = history.labelled('read');
    if (reads.some((e) => rows(e).length === 0)) return notShown(history, NO_BALANCES);
    if (isConfigured(history.target)) {
      return eachOf(reads.slice(1), (after) => isSeenAgain(reads[reads.indexOf(after) - 1] as Exchange, after));
    }
    const [first, last] = [reads[0], reads.at(-1)];
    if (first === undefined || last === undefined || first === last) return notExercised(NO_BALANCES);
    return isSeenAgain(first, last).verdict === 'pass'
      ? pass
      : notExercised('not every reading was restated within 90 s; how often that is done is up to the member (A102)');
  },
});

/** A venue may take its time to report a change. */
const LOOKS = 5;
const BETWEEN_READS_MS = 1_000;

function isAnotherReading(before: BalanceRow, after: BalanceRow): boolean {
  return !AMOUNTS.every((name) => sameBody(before[name], after[name]));
}

function pairedRows(before: Exchange, after: Exchange): readonly (readonly [BalanceRow, BalanceRow])[] {
  const now = byAccountAndAsset(after);
  return [...byAccountAndAsset(before)].map(([name, row]) => [row, now.get(name) ?? row] as const);
}

function changedBetween(before: Exchange, after: Exchange) {
  return pairedRows(before, after).filter(([was, is]) => isAnotherReading(was, is));
}

function isObservedAnew(before: Exchange, after: Exchange): Judgement {
  const pairs = pairedRows(before, after);
  const [earlier, later] = [position(before), position(after)];
  if (earlier !== undefined && later !== undefined && later < earlier) return pass;
  const moved = (least: bigint) => (pair: readonly [BalanceRow, BalanceRow]) =>
    (observedAtNs(pair[1]) ?? 0n) - (observedAtNs(pair[0]) ?? 0n) >= least;
  if (!pairs.every(moved(0n))) return violated('an observedAtNs that never goes back', before, after);
  return changedBetween(before, after).every(moved(1n))
    ? pass
    : violated('a later observedAtNs of a changed reading', before, after);
}

export const observedAnewWhenChanged = check({
  id: 'bal/observed-anew-when-changed',
  proves: ['BAL-05'],
  title: 'observedAtNs moves when a balance changes: an order locks funds, its cancel releases them',
  needs: ['trader', 'account', 'instrument', 'balances', 'writes'],

  async drive({ trader, order, fixtures, elapse }) {
    const read = () => trader.get(BALANCES, { query: { accountId: fixtures.account.id }, label: 'read' });
    const readUntilChanged = async (before: Exchange) => {
      for (let looks = 0; looks < LOOKS; looks += 1) {
        await elapse(BETWEEN_READS_MS);
        const after = await read();
        if (changedBetween(before, after).length > 0) return after;
      }
      return before;
    };
    const first = await read();
    const orderId = textAt(await trader.submit(order(), { label: 'submitted' }), 'orderId');
    if (orderId === undefined) return;
    const second = await readUntilChanged(first);
    await trader.cancel(orderId);
    await readUntilChanged(second);
  },

  judge(history) {
    if (!isOk(history.one('submitted'))) return inconclusive('the order was not accepted');
    const reads = history.labelled('read');
    const pairs = reads.slice(1).map((after, i) => [reads[i] as Exchange, after] as const);
    return allOf(
      pairs.map(([before, after]) => isObservedAnew(before, after)),
      pairs.some(([before, after]) => changedBetween(before, after).length > 0)
        ? pass
        : notShown(history, 'an order changed no balance of its account'),
    );
  },
});
