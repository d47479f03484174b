import type { Defect } from '../defect.ts';
import { LAX_OFFICES } from './lax-offices.ts';
import { LAX_ROUTE } from './lax-route.ts';
import { OLDER_ROUTES } from './older-routes.ts';
import { opensTwiceAtOnce } from './opens-twice-at-once.ts';
import { opensTwiceWithOneTicket } from './opens-twice-with-one-ticket.ts';
import { SPOILT_TICKETS } from './spoilt-tickets.ts';

/** Known-bad members of the tickets of the trading socket: how they are asked for, minted, counted and taken. */
export const TKT_DEFECTS: readonly Defect[] = [
  ...LAX_ROUTE,
  ...LAX_OFFICES,
  ...SPOILT_TICKETS,
  opensTwiceWithOneTicket,
  opensTwiceAtOnce,
  ...OLDER_ROUTES,
];
