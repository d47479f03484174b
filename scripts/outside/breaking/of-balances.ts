/** Broken on the way out: balances. */
import type { Layer } from '../proxy/telling.ts';
import { jsonOf, queryOf, routeOf, telling, withQuery } from '../proxy/telling.ts';
import {
  answering,
  asked,
  both,
  breakage,
  inItems,
  type Json,
  of,
  setting,
  stated,
  statusOf,
  type Told,
  type When,
} from './breakage.ts';

const BALANCES: When = both(of(/^GET \/account-balances$/), statusOf(200));

const inBalances = (change: (row: Json) => Json) => inItems((items) => items.map(change), BALANCES);
const without = (name: string) =>
  inBalances((row) => Object.fromEntries(Object.entries(row).filter(([n]) => n !== name)));

const accountOf = (one: Parameters<When>[1]): string | null => queryOf(one).get('accountId');
const filteredBy =
  (account: (id: string) => boolean): When =>
  (_, one) => {
    const id = routeOf(one) === 'GET /account-balances' ? accountOf(one) : null;
    return id !== null && account(id);
  };

/** What accountId says is not looked at, where `when` says so. */
const unfiltered = (when: (accountId: string) => boolean) =>
  asked((one) => {
    if (!filteredBy(when)({ status: 0, headers: [], body: '' }, one)) return one;
    const query = queryOf(one);
    query.delete('accountId');
    return withQuery(one, query);
  });

/** Each row keeps the time that it had at first, where it may. */
const keptTimes = (mayKeep: (before: Json, now: Json) => boolean) => (): Layer => {
  const first = new Map<string, Json>();
  return async (one, next) => {
    const told = await next(one);
    const page = BALANCES(told, one) ? jsonOf(told) : undefined;
    if (page === undefined) return told;
    const items = (page['items'] as Json[]).map((row) => {
      const name = `${row['accountId']}/${row['assetId']}`;
      const before = first.get(name) ?? row;
      const kept = mayKeep(before, row) ? { ...row, observedAtNs: before['observedAtNs'] } : row;
      first.set(name, kept);
      return kept;
    });
    return telling(told, { ...page, items });
  };
};

const sameAmounts = (a: Json, b: Json) => ['total', 'available', 'held'].every((name) => a[name] === b[name]);

/** A row for whatever account is asked for. */
const anybodys = answering(
  both(
    filteredBy(() => true),
    statusOf(200),
  ),
  (told, one) => {
    const page = jsonOf(told) ?? {};
    if ((page['items'] as unknown[]).length > 0) return told;
    const row = {
      accountId: Number(accountOf(one)),
      assetId: 1,
      credentialId: 1,
      total: '1',
      available: '1',
      held: '0',
    };
    return telling(told, { ...page, items: [{ ...row, venueTsNs: null, venueRevision: null, observedAtNs: '1' }] });
  },
);

/** A row of the page under the path of its account. */
function entities(): Layer {
  return async (one, next) => {
    const [, account] = /^GET \/account-balances\/([0-9]+)$/.exec(routeOf(one)) ?? [];
    if (account === undefined) return next(one);
    const told: Told = await next({ ...one, path: `/account-balances?accountId=${account}` });
    const items = jsonOf(told)?.['items'];
    return Array.isArray(items) ? telling(told, items[0]) : told;
  };
}

const discovered = (row: Json): boolean => row['accountId'] === 2;

export const OF_BALANCES = [
  breakage('BAL-01', 'no credential is named', without('credentialId')),
  breakage('BAL-01', 'no time of the venue is stated', without('venueTsNs')),
  breakage(
    'BAL-01',
    'the platform states its time in milliseconds, as a number',
    inBalances((row) => ({ ...row, observedAtNs: Number(BigInt(String(row['observedAtNs'])) / 1_000_000n) })),
  ),
  breakage(
    'BAL-02',
    'nothing is null',
    inBalances((row) => ({ ...row, total: row['total'] === '0' ? null : row['total'] })),
  ),
  breakage(
    'BAL-02',
    'amounts are numbers',
    inBalances((row) => ({ ...row, available: Number(row['available']) })),
  ),
  breakage(
    'BAL-02',
    'small amounts have an exponent',
    inBalances((row) => ({
      ...row,
      total: Number(row['total']) < 1e-6 ? Number(row['total']).toExponential() : row['total'],
    })),
  ),
  breakage(
    'BAL-03',
    'accountId is not seen',
    unfiltered((id) => Number(id) > 0),
  ),
  breakage(
    'BAL-03',
    'a negative accountId is no filter',
    unfiltered((id) => Number(id) < 0),
  ),
  breakage(
    'BAL-03',
    'what is no integer is no filter',
    unfiltered((id) => !/^-?[0-9]+$/.test(id)),
  ),
  breakage(
    'BAL-03',
    'an unknown account is not found',
    stated(
      404,
      filteredBy((id) => id === '2147483647'),
    ),
  ),
  breakage('BAL-03', 'rows of whatever account', anybodys),
  breakage(
    'BAL-04',
    'an ETag of a page',
    setting('ETag', () => '"7"', BALANCES),
  ),
  breakage('BAL-04', 'a route to the row of an account', entities),
  breakage(
    'BAL-05',
    'a time for good',
    keptTimes(() => true),
  ),
  breakage('BAL-05', 'a time that moves with changes alone', keptTimes(sameAmounts)),
  breakage(
    'BAL-05',
    'a time that moves with heartbeats alone',
    keptTimes(
      (before, now) => BigInt(String(now['observedAtNs'])) - BigInt(String(before['observedAtNs'])) < 20_000_000_000n,
    ),
  ),
  breakage(
    'BAL-06',
    'no rows of a DISCOVERED account',
    inItems((items) => items.filter((row) => !discovered(row)), BALANCES),
  ),
  breakage(
    'BAL-06',
    'no rows of a DISCOVERED account among all',
    inItems(
      (items) => items.filter((row) => !discovered(row)),
      (told, one) => BALANCES(told, one) && accountOf(one) === null,
    ),
  ),
  breakage(
    'BAL-06',
    'a DISCOVERED account is refused',
    answering(
      filteredBy((id) => id === '2'),
      (told) => ({ ...told, status: 400 }),
    ),
  ),
] as const;
