import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderRow } from '../../../gateway/facts.ts';
import { OrderTable } from './order-table.ts';

const rowOf = (id: number, qty: string): OrderRow => ({ orderId: `${id}000`, qty }) as OrderRow;

/** Done to one of the tables that were made so far: some orders are added, and one of all is changed. */
const step = fc.record({ of: fc.nat(), added: fc.nat(300), changed: fc.nat() });

test('a table is what a map would be that is copied at each change, and so are the tables that it came from', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      const versions = [{ table: OrderTable.of(), rows: new Map<string, OrderRow>() }];
      let changes = 0;
      for (const { of, added, changed } of steps) {
        let { table, rows } = versions[of % versions.length] as (typeof versions)[number];
        rows = new Map(rows);
        const put = (row: OrderRow): void => {
          table = table.set(row);
          rows.set(row.orderId, row);
        };
        for (let n = 0; n < added; n += 1) put(rowOf(1_000 + 2 * rows.size, 'new'));
        if (rows.size > 0) put(rowOf(1_000 + 2 * (changed % rows.size), `change ${changes++}`));
        versions.push({ table, rows });
      }
      for (const { table, rows } of versions) {
        expect([...table]).toEqual([...rows.values()]);
        expect(table.size).toBe(rows.size);
        for (const [orderId, row] of rows) if (table.get(orderId) !== row) expect.fail(`another row of ${orderId}`);
      }
    }),
    { numRuns: 60 },
  );
});

test.each(['', '17', 'abc', '1001000', '1002001', '01002000', '999000', '9999000', '1002000 '])(
  'there is no order %j',
  (orderId) => {
    const table = OrderTable.of(Array.from({ length: 200 }, (_, n) => rowOf(1_000 + 2 * n, '1')));
    expect(table.get(orderId)).toBeUndefined();
    expect(table.get('1002000')).toMatchObject({ qty: '1' });
  },
);

test.each([100, 150, 300])('a new id below others is refused with %i orders', (count) => {
  const table = OrderTable.of(Array.from({ length: count }, (_, n) => rowOf(1_000 + 2 * n, '1')));
  expect(() => table.set(rowOf(1_001, '1'))).toThrow('the new order 1001000 has an id below');
});
