import type { OperationId, ROUTES } from '../contract/routes.ts';
import { getContract } from './contract.ts';
import { getDocs, getDocsBundle, getDocsStart, getDocsStyle } from './docs.ts';
import { getExecution, listExecutions } from './executions.ts';
import type { OpenHandler, ReadHandler, WriteHandler } from './handler.ts';
import { getMe } from './me.ts';
import { getOperation } from './operations.ts';
import { cancelOrder, getOrder, listOrders, submitOrder } from './orders.ts';

/** The operations of one column: the tables below miss none of theirs, or the compiler says so. */
type Of<Wanted extends string> = {
  [Operation in OperationId]: (typeof ROUTES)[Operation]['column'] extends Wanted ? Operation : never;
}[OperationId];

export const OPEN_HANDLERS: Readonly<Record<Of<'open'>, OpenHandler>> = {
  getContract,
  getDocs,
  getDocsStyle,
  getDocsBundle,
  getDocsStart,
};

export const READ_HANDLERS: Readonly<Record<Of<'me' | 'read'>, ReadHandler>> = {
  getMe,
  getOperation,
  listOrders,
  getOrder,
  listExecutions,
  getExecution,
};

export const WRITE_HANDLERS: Readonly<Record<Of<'write'>, WriteHandler>> = { submitOrder, cancelOrder };
