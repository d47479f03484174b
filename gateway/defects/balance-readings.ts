/** Defects on responses, across several reads: when balances were observed, and of which accounts. */
import { type Json, jsonOf, type Layer, withJson } from '../variations/layer.ts';
import { BALANCE_PAGE } from './balance-changes.ts';
import { inItems } from './changes.ts';
import { defects } from './defect.ts';

/** Keeps the first observation time of each row while `mayKeep` holds. */
const staleTimes = (mayKeep: (before: Json, now: Json) => boolean) => (): Layer => {
  const first = new Map<string, Json>();
  return async (request, next) => {
    const response = await next(request);
    const page = BALANCE_PAGE(response, request) ? jsonOf(response) : undefined;
    if (page === undefined) return response;
    const items = (page['items'] as Json[]).map((row) => {
      const name = `${row['accountId']}/${row['assetId']}`;
      const before = first.get(name) ?? row;
      const served = mayKeep(before, row) ? { ...row, observedAtNs: before['observedAtNs'] } : row;
      first.set(name, served);
      return served;
    });
    return withJson(response, { ...page, items });
  };
};

const sameAmounts = (a: Json, b: Json) => ['total', 'available', 'held'].every((name) => a[name] === b[name]);

const discovered = (row: Json): boolean => row['accountId'] === 2;

export const BALANCE_READINGS_DEFECTS = defects([
  ['BAL-05', 'a time for good', staleTimes(() => true)],
  ['BAL-05', 'a time that moves with changes alone', staleTimes(sameAmounts)],
  [
    'BAL-05',
    'a time that moves with heartbeats alone',
    staleTimes((before, now) => BigInt(String(now['observedAtNs'])) - BigInt(String(before['observedAtNs'])) < 20_000_000_000n),
  ],
  ['BAL-06 | PAGE-05', 'no rows of a DISCOVERED account', inItems((items) => items.filter((row) => !discovered(row)), BALANCE_PAGE)],
]);
