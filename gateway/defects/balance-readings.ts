/** Defects on responses, across several reads: when balances were observed, and of which accounts. */
import { type Json, jsonOf, type Layer, withJson } from '../variations/layer.ts';
import { accountOf, BALANCE_PAGE, filteredBy } from './balance-changes.ts';
import { changeWhere, inItems } from './changes.ts';
import { defects, ofPlatform } from './defect.ts';
import { receiving } from './platform-changes.ts';

/** Keeps the first observation time of each row, where `mayKeep` holds. */
const keptTimes = (mayKeep: (before: Json, now: Json) => boolean) => (): Layer => {
  const first = new Map<string, Json>();
  return async (request, next) => {
    const response = await next(request);
    const page = BALANCE_PAGE(response, request) ? jsonOf(response) : undefined;
    if (page === undefined) return response;
    const items = (page['items'] as Json[]).map((row) => {
      const name = `${row['accountId']}/${row['assetId']}`;
      const before = first.get(name) ?? row;
      const kept = mayKeep(before, row) ? { ...row, observedAtNs: before['observedAtNs'] } : row;
      first.set(name, kept);
      return kept;
    });
    return withJson(response, { ...page, items });
  };
};

const sameAmounts = (a: Json, b: Json) => ['total', 'available', 'held'].every((name) => a[name] === b[name]);

const discovered = (row: Json): boolean => row['accountId'] === 2;

export const BALANCE_READINGS_DEFECTS = defects([
  ['BAL-05', 'a time for good', keptTimes(() => true)],
  ['BAL-05', 'a time that moves with changes alone', keptTimes(sameAmounts)],
  [
    'BAL-05',
    'a time that moves with heartbeats alone',
    keptTimes((before, now) => BigInt(String(now['observedAtNs'])) - BigInt(String(before['observedAtNs'])) < 20_000_000_000n),
  ],
  ['BAL-06 | PAGE-05', 'no rows of a DISCOVERED account', inItems((items) => items.filter((row) => !discovered(row)), BALANCE_PAGE)],
  [
    'BAL-06',
    'no rows of a DISCOVERED account among all',
    inItems(
      (items) => items.filter((row) => !discovered(row)),
      (response, request) => BALANCE_PAGE(response, request) && accountOf(request) === null,
    ),
  ],
  [
    'BAL-06 | BAL-03',
    'a DISCOVERED account is refused',
    changeWhere(
      filteredBy((id) => id === '2'),
      (response) => ({ ...response, status: 400 }),
    ),
  ],
  ['BAL-05', 'a heartbeat moves no time', ofPlatform(receiving(() => (fact) => (fact.kind === 'BalancesRestated' ? [] : [fact])))],
  [
    'BAL-06',
    'an account has balances once it is classified',
    ofPlatform(
      receiving(() => {
        const unclassified = new Set<number>();
        return (fact) => {
          if (fact.kind === 'RegisterRecorded' && fact.family === 'accounts') {
            if (fact.row.status === 'DISCOVERED') unclassified.add(fact.row.accountId);
            else unclassified.delete(fact.row.accountId);
          }
          return fact.kind === 'BalanceRecorded' && unclassified.has(fact.balance.accountId) ? [] : [fact];
        };
      }),
    ),
  ],
]);
