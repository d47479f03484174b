import type { Defect } from '../defect.ts';
import { countsItsOrders } from './counts-its-orders.ts';
import { SPOILT_EXECUTION } from './spoilt-execution.ts';
import { takesAnInt64AsANumber } from './takes-an-int64-as-a-number.ts';
import { takesZeroForAnId } from './takes-zero-for-an-id.ts';

/** Known-bad members of ids and of 64-bit integers on the wire. */
export const ID_DEFECTS: readonly Defect[] = [
  ...SPOILT_EXECUTION,
  takesAnInt64AsANumber,
  countsItsOrders,
  takesZeroForAnId,
];
