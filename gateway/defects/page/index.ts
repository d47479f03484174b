import type { Defect } from '../defect.ts';
import { FORGETFUL_CURSORS } from './forgetful-cursors.ts';
import { LAX_CURSORS } from './lax-cursors.ts';
import { LAX_PAGES } from './lax-pages.ts';
import { servesARowOverTheLimit } from './serves-a-row-over-the-limit.ts';
import { SPOILT_PAGES } from './spoilt-pages.ts';
import { walksBackInTheOtherOrder } from './walks-back-in-the-other-order.ts';

/** Known-bad members of pages and cursors. */
export const PAGE_DEFECTS: readonly Defect[] = [
  ...SPOILT_PAGES,
  ...LAX_PAGES,
  servesARowOverTheLimit,
  ...LAX_CURSORS,
  walksBackInTheOtherOrder,
  ...FORGETFUL_CURSORS,
];
