import type { OperationId } from '../../contract/routes.ts';
import type { Defect } from '../defect.ts';
import { ignoring, laxQuery } from './lax-query.ts';

type Row = readonly [
  name: string,
  breaks: string,
  story: string,
  operation: OperationId,
  ignored: (name: string, value: string) => boolean,
];

/** Each ignores, on one route, a parameter that it should refuse. */
const ROWS: readonly Row[] = [
  [
    'ignores-an-unknown-parameter',
    'QRY-01',
    'serves executions whatever else the query says',
    'listExecutions',
    (name) => !['limit', 'cursor', 'include', 'view'].includes(name.toLowerCase()),
  ],
  [
    'ignores-a-parameter-in-capitals',
    'QRY-01',
    'serves orders though the query says Limit',
    'listOrders',
    (name) => name === 'Limit',
  ],
  [
    'takes-include-of-a-row',
    'QRY-02',
    'serves one order though the query says include',
    'getOrder',
    (name) => name === 'include',
  ],
  [
    'takes-a-limit-of-a-row',
    'QRY-02',
    'serves one execution though the query says limit',
    'getExecution',
    (name) => name === 'limit',
  ],
  [
    'takes-a-view-of-me',
    'QRY-03',
    'serves GET /me though the query says view',
    'getMe',
    (name, value) => name === 'view' && value === 'latest',
  ],
  [
    'takes-a-limit-of-an-operation',
    'QRY-03',
    'looks an operation up though the query says limit',
    'getOperation',
    (name) => name === 'limit',
  ],
  [
    'serves-approved-orders',
    'QRY-05',
    'serves the latest orders where the approved are asked for',
    'listOrders',
    (name, value) => name === 'view' && value === 'approved',
  ],
  [
    'serves-an-approved-execution',
    'QRY-05',
    'serves the latest execution where the approved is asked for',
    'getExecution',
    (name, value) => name === 'view' && value === 'approved',
  ],
];

export const LAX_PARAMETERS: readonly Defect[] = ROWS.map(([name, requirement, story, operation, ignored]) => ({
  name,
  breaks: [requirement],
  story,
  stages: laxQuery(operation, ignoring(ignored)),
}));
