import { describe, expect, test } from 'vitest';
import type { Exchange, Frame, Mark, Pass } from '../event-types.ts';
import type { Arrived } from '../live.ts';
import { EVERYTHING, passes } from './filter.ts';
import { type Item, rowsOf, summaryOf } from './rows.ts';
import { partsOf } from './timing.ts';

let arrivals = 0;
const arrived = <Row extends object>(row: Row): Arrived<Row> => {
  arrivals += 1;
  return { ...row, at: arrivals };
};

function exchange(of: Partial<Exchange> = {}): Arrived<Exchange> {
  const { n, at } = arrived({ n: arrivals + 1 });
  return {
    ...{ n, at, atNs: `${n}000000`, receivedNs: `${n}000000`, tookNs: '500000', member: 'm1', version: '0.14.0' },
    ...{ requestId: null, method: 'POST', path: '/orders', status: 201, key: null, principal: 'trader', refused: null },
    ...{ outcome: { kind: 'answered', text: '201' }, strikes: [], notes: [] },
    ...of,
  };
}

function frame(of: Partial<Frame> = {}): Arrived<Frame> {
  const session = { member: 'm1', version: '1.4.0', session: 'm1-1', socket: 'trading', principal: 'trader' } as const;
  return arrived({ n: arrivals, atNs: '1', ...session, event: 'quote', topic: null, position: null, ...of });
}

const ALL = () => true;
const of = (
  items: readonly (Item | Arrived<Mark>)[],
  open: readonly string[] = [],
  shown = ALL as (item: Item) => boolean,
) =>
  rowsOf([items], shown, new Set(open)).rows.map((row) =>
    'items' in row ? `${row.kind} of ${row.items.length}` : row.kind,
  );

const KEYED = { key: 'k-1' };
const POLL = { method: 'GET', path: '/operations/k-1', status: 200 };

describe('rows', () => {
  test.each<[string, readonly Partial<Exchange>[], readonly string[]]>([
    ['a write that is sent once is one row', [KEYED], ['item']],
    ['attempts and polls of a key are one row', [KEYED, POLL, KEYED], ['intent of 3']],
    ['a poll of an unknown key stands alone', [POLL], ['item']],
    ['keys of two principals are two writes', [KEYED, { ...KEYED, principal: 'admin' }], ['item', 'item']],
    ['a malformed escape in a polled key ends nothing', [{ ...POLL, path: '/operations/%' }], ['item']],
    ['reads stand alone', [{ method: 'GET' }, { method: 'GET' }], ['item', 'item']],
  ])('%s', (_, rows, expected) => {
    expect(of(rows.map(exchange))).toEqual(expected);
  });

  test('after a reset a key belongs to another write', () => {
    const reset = () => arrived({ n: 1, atNs: '1', exchanges: 1, position: 1, kind: 'reset', text: 'reset' } as const);
    expect(of([exchange(KEYED), reset(), exchange(KEYED)])).toEqual(['item', 'reset', 'item']);
  });

  test('a session has its handshake, its ops and its frames, and opens', () => {
    const path = '/v1/ws/trading';
    const items = [
      ...[exchange({ method: 'GET', path, status: 101 }), exchange({ method: 'GET', path, status: 101, member: 'm2' })],
      ...[frame(), exchange({ method: 'WS', path, status: 101, op: 'auth', session: 'm1-1' })],
    ];
    expect(of(items)).toEqual(['session of 3', 'item']);
    expect(of(items, ['s m1-1'])).toEqual(['session of 3', 'item', 'item', 'item', 'item']);
  });

  test('an op is an attempt too, once its key is sent again', () => {
    const op = () =>
      exchange({ ...KEYED, method: 'WS', path: '/v1/ws/trading', status: 101, op: 'submit', session: 'm1-1' });
    expect(of([op()])).toEqual(['session of 1']);
    expect(of([op(), exchange(KEYED)])).toEqual(['session of 1', 'intent of 2']);
    const { rows, shown } = rowsOf([[op(), op()]], ALL, new Set(['s m1-1']));
    expect([new Set(rows.map((row) => 'id' in row && row.id)).size, rows.length, shown.length]).toEqual([4, 4, 2]);
  });

  test('a filter leaves the items of a group that pass', () => {
    const items = [exchange(KEYED), exchange({ ...KEYED, outcome: { kind: 'lost', text: 'lost (was 201)' } })];
    expect(of(items, [], (item) => passes(item, { ...EVERYTHING, outcome: 'lost' }))).toEqual(['intent of 1']);
    expect(of(items, [], (item) => passes(item, { ...EVERYTHING, outcome: 'constructor' }))).toEqual([]);
  });
});

test('the time to an outcome ends with the first answer that has it', () => {
  const lost = exchange({ ...KEYED, outcome: { kind: 'lost', text: 'lost (was 201)' } });
  const [busy, served] = [exchange({ ...KEYED, outcome: { kind: 'refused', text: '429' } }), exchange(KEYED)];
  const replayed = exchange({ ...KEYED, replay: true });
  expect(summaryOf([lost])).toMatchObject({ attempts: 1, tookNs: undefined });
  expect(summaryOf([lost, busy, served, exchange(POLL), replayed])).toMatchObject({
    ...{ attempts: 4, polls: 1, replays: 1, tookNs: '2500000' },
  });
});

test('the time of an exchange is that of the member, of the owner, and of what faults held', () => {
  const pass = (edge: Pass['edge'], atNs: string): Pass => ({ atNs, edge, key: 'k-1', member: 'm1' });
  const strike = { fault: 'f1', edge: 'verdict', effect: 'delay', atNs: '2000', endNs: '6000', says: '' } as const;
  const one = exchange({ ...KEYED, receivedNs: '0', tookNs: '10000', strikes: [strike] });
  expect(partsOf(one, [pass('send', '1000'), pass('record', '9000')])).toEqual({
    ...{ memberNs: 2_000, ownerNs: 4_000, heldNs: 4_000 },
  });
  // A pass of a later attempt is no part of this one.
  expect(partsOf(one, [pass('send', '20000')])).toEqual({ memberNs: 6_000, ownerNs: 0, heldNs: 4_000 });
  expect(partsOf({ ...one, tookNs: undefined }, [])).toBeUndefined();
});
