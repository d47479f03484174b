/** Defects on responses: rows of orders and executions, and GET /me. */
import { both, CANCEL, changeWhere, inJson, inRows, of, SUBMIT, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';

const ME = of(/^GET \/me$/);

export const ROWS_DEFECTS = defects([
  ['ORD-01', 'an order answers 204', changeWhere(both(SUBMIT, statusOf(201)), (response) => ({ ...response, status: 204, body: '' }))],
  ['ORD-14 | ORD-15', 'a cancel answers another order', inRows((row) => ({ ...row, orderId: '17' }), CANCEL)],
  ['ORD-14 | AUTH-16 ERR-09', 'a cancel of an unheld order answers 422', withStatus(422, both(CANCEL, statusOf(404)))],
  ['ORD-16 | ALG-19 ID-06 SVC-11 VER-04 VER-06', 'both user and algo', inRows((row) => ({ ...row, algoInstanceId: '17' }))],
  ['ORD-18 | MON-15 ORD-14 SVC-11', 'what is left does not agree', inRows((row) => ({ ...row, leavesQty: '7.5' }))],
  ['ORD-18 | EXE-04 MON-15 SVC-11', 'cumQty absent', inRows(({ cumQty: _, ...row }) => row)],
  ['ORD-18 | EXE-04 MON-15 SVC-11', 'avgPx a number', inRows((row) => ({ ...row, avgPx: 100 }))],
  ['ORD-18 | MON-15 SVC-11', 'lastFillPx is text', inRows((row) => ({ ...row, lastFillPx: row['lastFillPx'] ?? 'none' }))],
  [
    'AUTH-12 | CAP-01 WSS-04',
    'scopes in another order',
    inJson((json) => (Array.isArray(json['capabilities']) ? { ...json, capabilities: [...(json['capabilities'] as unknown[])].reverse() } : json)),
  ],
  ['AUTH-12 | SVC-11', 'no organisation in /me', inJson(({ organisation: _, ...json }) => json, ME)],
  ['AUTH-12 | ALG-21 AUTH-04 SVC-11', 'no user in /me', inJson(({ user: _, ...json }) => json, ME)],
  ['AUTH-12 | SVC-11', 'no capabilities in /me', inJson(({ capabilities: _, ...json }) => json, ME)],
]);
