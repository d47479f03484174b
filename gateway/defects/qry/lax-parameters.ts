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
  [
    'takes-any-view-of-addresses',
    'QRY-04',
    'serves the latest account addresses where a view of no such name is asked for',
    'listAccountAddresses',
    (name, value) => name === 'view' && value !== 'approved',
  ],
  [
    'takes-any-view-of-a-chain-policy',
    'QRY-04',
    'serves the latest chain policy where a view of no such name is asked for',
    'getChainPolicy',
    (name, value) => name === 'view' && value !== 'approved',
  ],
  [
    'serves-approved-balances',
    'QRY-06',
    'serves the latest balances where the approved are asked for',
    'listAccountBalances',
    (name, value) => name === 'view' && value === 'approved',
  ],
  [
    'takes-a-status-of-balances',
    'QRY-06',
    'serves balances though the query says status',
    'listAccountBalances',
    (name) => name === 'status',
  ],
  [
    'serves-approved-instances',
    'QRY-07',
    'serves the latest algo instances where the approved are asked for',
    'listAlgoInstances',
    (name, value) => name === 'view' && value === 'approved',
  ],
  [
    'takes-a-status-of-instances',
    'QRY-07',
    'serves algo instances though the query says status',
    'listAlgoInstances',
    (name) => name === 'status',
  ],
  [
    'takes-a-status-of-a-document',
    'QRY-07',
    'serves a config document though the query says status',
    'getAlgoConfig',
    (name) => name === 'status',
  ],
];

export const LAX_PARAMETERS: readonly Defect[] = ROWS.map(([name, requirement, story, operation, ignored]) => ({
  name,
  breaks: [requirement],
  story,
  stages: laxQuery(operation, ignoring(ignored)),
}));
