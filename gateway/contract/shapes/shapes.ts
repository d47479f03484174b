import type { z } from 'zod';
import { executionRow } from './execution.ts';
import { me } from './me.ts';
import { operationRecord } from './operation.ts';
import { cancelOrderBody, orderRow, submitOrderBody } from './order.ts';
import { pageOf } from './page.ts';

/** The bodies of requests and of successes, under the names that they have in the document. */
export const SHAPES = {
  CancelOrderBody: cancelOrderBody,
  ExecutionPage: pageOf('ExecutionPage', executionRow),
  ExecutionRecorded: executionRow,
  Me: me,
  OperationRecord: operationRecord,
  OrderPage: pageOf('OrderPage', orderRow),
  OrderUpdated: orderRow,
  SubmitOrderBody: submitOrderBody,
} as const satisfies Record<string, z.ZodType>;

export type ShapeName = keyof typeof SHAPES;
