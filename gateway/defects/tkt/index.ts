import type { Defect } from '../defect.ts';
import { opensTwiceWithOneTicket } from './opens-twice-with-one-ticket.ts';

export const TKT_DEFECTS: readonly Defect[] = [opensTwiceWithOneTicket];
