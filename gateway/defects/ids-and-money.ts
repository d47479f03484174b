/** Defects on responses: ids, times and money in their JSON forms. */
import { everyObject } from '../variations/layer.ts';
import { inJson, inRows } from './changes.ts';
import { defects } from './defect.ts';

const digits = (text: unknown): unknown => (typeof text === 'string' ? Number(text) : text);

export const IDS_AND_MONEY_DEFECTS = defects([
  [
    'ID-01 | BAL-01 BAL-03 ORD-01 REG-01 SVC-11',
    'register keys as strings',
    inJson((json) => everyObject(json, (row) => ('accountId' in row ? { ...row, accountId: String(row['accountId']) } : row))),
  ],
  ['ID-01 | ALG-19 AUTH-12 ORD-15 ORD-16 SVC-11', 'userId past int32', inRows((row) => ({ ...row, userId: 2_147_483_648 }))],
  [
    'ID-02 | ALG-19 ORD-01 PAGE-02 PAGE-07 PAGE-11 PAGE-12 PAGE-16 POS-08 SVC-11 VER-07',
    'orderId as a number',
    inJson((json) => everyObject(json, (row) => ('orderId' in row ? { ...row, orderId: digits(row['orderId']) } : row))),
  ],
  [
    'ID-03 | ALG-07 BAL-01 BAL-05 PAGE-01 POS-06 SVC-11 TKT-01 TKT-04',
    'times as numbers',
    inJson((json) =>
      everyObject(json, (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, name.endsWith('Ns') ? digits(value) : value]))),
    ),
  ],
  ['ID-06 | ALG-19 ORD-16 SVC-11 VER-04 VER-06', 'an algo instance of 0', inRows((row) => ({ ...row, algoInstanceId: '' }))],
  ['MON-15 | EXE-04 ORD-01 ORD-18 SVC-11', 'money as numbers', inRows((row) => ({ ...row, price: digits(row['price']), qty: digits(row['qty']) }))],
  ['MON-15 | EXE-04 ORD-01', 'money as scaled integers', inRows((row) => ({ ...row, price: String(Math.round(Number(row['price']) * 100)) }))],
  ['MON-15 | EXE-04 ORD-01 ORD-18 SVC-11', 'money in exponent form', inRows((row) => ({ ...row, qty: Number(row['qty']).toExponential() }))],
  [
    'MON-15 | EXE-02 EXE-04 ORD-18 SVC-11',
    'qty rounded to two places',
    inRows((row) => ({ ...row, qty: Number(row['qty']).toFixed(2), leavesQty: Number(row['leavesQty']).toFixed(2) })),
  ],
  ['MON-16 | SVC-11', 'unscaled beside money', inRows((row) => ({ ...row, price: row['price'], unscaled: '10000' }))],
  ['MON-16 | SVC-11', 'unscaled in an execution', inJson((json) => everyObject(json, (row) => ('tradeId' in row ? { ...row, fees: [{ unscaled: 1 }] } : row)))],
]);
