/** Defects on responses: rows of executions. */
import { everyObject, type Json } from '../variations/layer.ts';
import { inJson, inRows } from './changes.ts';
import { defects } from './defect.ts';

const inExecutions = (change: (row: Json) => Json) => inJson((json) => everyObject(json, (row) => ('tradeId' in row ? change(row) : row)));

export const EXECUTIONS_DEFECTS = defects([
  ['EXE-01 | SVC-11', 'an execution without tradeId', inJson((json) => everyObject(json, ({ tradeId: _, ...row }) => row))],
  ['EXE-01 | EXE-02 EXE-03 SVC-11', 'an execution without fee', inJson((json) => everyObject(json, ({ fee: _, ...row }) => row))],
  ['EXE-01', 'a row of another execution', inJson((json) => ('executionId' in json ? { ...json, tradeId: 'T-other' } : json))],
  ['EXE-02', 'a charge is negative', inJson((json) => everyObject(json, (row) => (typeof row['fee'] === 'string' ? { ...row, fee: `-${row['fee']}` } : row)))],
  ['EXE-02 | EXE-03', 'a zero fee reads null', inJson((json) => everyObject(json, (row) => (Number(row['fee']) === 0 ? { ...row, fee: null } : row)))],
  ['EXE-03 | EXE-02', 'no fee where an asset is named', inJson((json) => everyObject(json, (row) => ('fee' in row ? { ...row, fee: null } : row)))],
  ['EXE-03', 'no asset where a fee is', inJson((json) => everyObject(json, (row) => ('feeAssetId' in row ? { ...row, feeAssetId: null } : row)))],
  ['EXE-04 | SVC-11', 'avgPx is not theirs', inRows((row) => (row['avgPx'] === null ? row : { ...row, avgPx: '1.23' }))],
  ['EXE-03 | EXE-02', 'an execution states neither fee nor asset', inExecutions((row) => ({ ...row, fee: null, feeAssetId: null }))],
  ['EXE-03', 'a fee of no held currency is a zero', inExecutions((row) => ({ ...row, fee: row['fee'] ?? '0' }))],
  ['EXE-03', 'a small fee is none', inExecutions((row) => (Number(row['fee']) > 0 && Number(row['fee']) < 0.001 ? { ...row, fee: null } : row))],
  ['EXE-04', 'a price of an execution is a hundredth too high', inExecutions((row) => ({ ...row, price: (Number(row['price']) + 0.01).toFixed(2) }))],
]);
