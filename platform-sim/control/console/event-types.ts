/** The types of what the stream sends, taken from its published shapes. */
import type { z } from 'zod';
import type { EVENT_SHAPES } from '../events/event-shapes.ts';

type Data<Name extends keyof typeof EVENT_SHAPES> = z.infer<(typeof EVENT_SHAPES)[Name]>;

export type Exchange = Data<'exchange'>;
export type Frame = Data<'frame'>;
export type SequencedRecord = Data<'record'>;
export type Pass = Data<'pass'>;
export type Mark = Data<'mark'>;
export type Platform = Data<'platform'>;
export type Clock = Data<'clock'>;
export type Member = Data<'members'>[number];
export type Process = Data<'processes'>[number];
export type Session = Data<'sessions'>[number];
export type Routing = Data<'routing'>;
export type Principal = Data<'principals'>[number];
export type Instrument = Data<'instruments'>[number];
export type Order = Data<'orders'>[number];
export type Balance = Data<'balances'>[number];
export type Owner = Data<'owners'>[number];
export type Fault = Data<'faults'>[number];
export type Waiting = Data<'waiting'>[number];
export type Roll = Data<'rolls'>[number];
export type World = Data<'worlds'>[number];
export type Snapshot = Data<'snapshots'>[number];
