import type { Defect } from '../defect.ts';
import { algoInstanceInTheBody } from './algo-instance-in-the-body.ts';
import { algosOrderIsItsOwn } from './algos-order-is-its-own.ts';
import { roundsUpWhatTradedFiner } from './finer-trades.ts';
import { JUDGED_OTHERWISE } from './judged-otherwise.ts';
import { LAX_GRID } from './lax-grid.ts';
import { LAX_NAMING } from './lax-naming.ts';
import { NAMES_AT_THE_DOOR } from './names-at-the-door.ts';
import { SERVED_ORDERS } from './served-orders.ts';

/** Known-bad members of orders: how they are named, judged and served. */
export const ORD_DEFECTS: readonly Defect[] = [
  ...LAX_NAMING,
  ...NAMES_AT_THE_DOOR,
  ...LAX_GRID,
  ...JUDGED_OTHERWISE,
  algoInstanceInTheBody,
  algosOrderIsItsOwn,
  roundsUpWhatTradedFiner,
  ...SERVED_ORDERS,
];
