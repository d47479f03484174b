/** Defects on responses: money as a number, a float or a scaled integer, on one route. */
import { everyObject, type Json, queryOf } from '../variations/layer.ts';
import { both, inJson, inRows, type When } from './changes.ts';
import { defects } from './defect.ts';
import { page, row } from './read-changes.ts';

const asked =
  (name: string, value: string): When =>
  (_, request) =>
    queryOf(request).get(name) === value;
const pageOf = (path: string, limit: string) => both(page(path), asked('limit', limit));

/** Rounds an amount to a 64-bit float if it has more digits than one distinguishes. */
function throughADouble(amount: unknown): unknown {
  const isLong = typeof amount === 'string' && amount.replace('.', '').length > 16;
  return isLong ? `${Number(amount)}` : amount;
}

/** Rounds an amount whose scaled integer exceeds the exact range of a 64-bit float (2^53). */
function scaledThroughADouble(amount: unknown): unknown {
  if (typeof amount !== 'string') return amount;
  const places = amount.split('.')[1]?.length ?? 0;
  const scaled = `${BigInt(Number(amount.replace('.', '')))}`.padStart(places + 1, '0');
  return places === 0 ? scaled : `${scaled.slice(0, -places)}.${scaled.slice(-places)}`;
}

/** Changes one member of each object that has it. */
const inMember = (name: string, change: (amount: unknown, object: Json) => unknown, when: When) =>
  inJson((json) => everyObject(json, (object) => (name in object ? { ...object, [name]: change(object[name], object) } : object)), when);

export const SERVED_MONEY_DEFECTS = defects([
  ['MON-15', 'a page of 50 orders has numbers for quantities', inMember('qty', Number, pageOf('orders', '50'))],
  ['MON-15', 'a long quantity of one order is read through a float', inMember('qty', throughADouble, row('orders'))],
  ['MON-15 | MON-18', 'a long amount of an asset policy is read through a float', inMember('maxTicketAmount', throughADouble, row('asset-policies'))],
  ['MON-15', 'a cap of a trading policy is exact up to 2 to the 53', inMember('maxOrderQty', scaledThroughADouble, row('trading-policies'))],
  ['MON-16 | SVC-11', 'a page of 100 orders has unscaled beside money', inRows((one) => ({ ...one, unscaled: '1' }), pageOf('orders', '100'))],
  ['MON-15', 'a long price of one order is read through a float', inMember('price', throughADouble, row('orders'))],
]);
