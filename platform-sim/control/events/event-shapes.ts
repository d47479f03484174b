/**
 * What `GET /events` sends, one row an event: `event:` is its name, `data:` its JSON. /openapi.json and
 * dist/events.schema.json publish the shapes.
 */
import { z } from 'zod';
import { EDGES } from '../../faults/edges.ts';
import { MARK_KINDS } from '../../marks.ts';
import { balance } from '../balance-shapes.ts';
import { frame } from '../frame-shapes.ts';
import { member } from '../member-shapes.ts';
import { owner } from '../owner-shapes.ts';
import { principal } from '../principal-shapes.ts';
import { shownProcess } from '../process-shapes.ts';
import { count, ns } from '../quantities.ts';
import { quotedInstrument } from '../reference-shapes.ts';
import { roll } from '../roll-shapes.ts';
import { routing } from '../routing-shapes.ts';
import { heldSession } from '../session-shapes.ts';
import { clockView, exchange, fault, record, waiting, where } from '../shapes.ts';
import { openOrder } from '../venue-shapes.ts';
import { snapshot, world } from '../world-shapes.ts';

/** The sections of the state. A section is sent as a whole, at the beginning and when its value changes. */
export const SECTION_SHAPES = {
  platform: z.strictObject({ world: z.string(), seed: count, position: count, baseUrl: z.string() }),
  clock: clockView,
  members: z.array(member),
  processes: z.array(shownProcess),
  sessions: z.array(heldSession),
  routing,
  owners: z.array(owner),
  faults: z.array(fault).meta({ description: 'The active rules, then the last twenty that expired' }),
  waiting: z.array(waiting),
  rolls: z.array(roll),
  principals: z.array(principal),
  instruments: z.array(quotedInstrument),
  orders: z.array(z.strictObject(openOrder.shape)).meta({ description: 'The newest two hundred open orders' }),
  balances: z.array(balance).meta({ description: 'The first five hundred' }),
  worlds: z.array(world),
  snapshots: z.array(snapshot),
} as const;

export type SectionName = keyof typeof SECTION_SHAPES;

const SECTIONS = Object.keys(SECTION_SHAPES) as readonly SectionName[];

const pass = z
  .strictObject({ atNs: ns, edge: z.enum(EDGES), ...where })
  .meta({ description: 'A write at an edge between its request and its answer: the last 5,000, and later ones' });

const mark = z
  .strictObject({
    n: z.int().min(1),
    atNs: ns,
    exchanges: count.meta({ description: 'The number of exchanges before it' }),
    position: count.meta({ description: 'The position of the last record before it' }),
    kind: z.enum(MARK_KINDS),
    text: z.string().meta({ example: 'm1 restarted at 0.12.0' }),
  })
  .meta({ description: 'A deploy, a crash, a reset or a step of the clock: the last 500, and later ones' });

/** By the name of the event. */
export const EVENT_SHAPES = {
  exchange,
  outcome: exchange,
  frame,
  record,
  pass,
  mark,
  ...(Object.fromEntries(SECTIONS.map((name) => [name, SECTION_SHAPES[name]])) as typeof SECTION_SHAPES),
  began: z
    .strictObject({ seed: count })
    .meta({ description: 'A reset or a restore replaced the sequence: all its records follow, from the first' }),
  gap: z.strictObject({ of: z.enum(['exchange', 'frame', 'pass']), lost: count }).meta({
    description: 'The number of events that were dropped, because they were no longer kept or the reader was too slow',
  }),
} as const;

export type EventName = keyof typeof EVENT_SHAPES;

/** An event of the stream: its field `event`, and its field `data` as JSON. */
export const eventShape = z
  .union(Object.entries(EVENT_SHAPES).map(([name, data]) => z.strictObject({ event: z.literal(name), data })))
  .meta({
    id: 'StreamEvent',
    description: 'An event of the stream: its field `event`, and its field `data` as JSON',
  });

/** As JSON Schema (draft 7, which editors support): dist/events.schema.json. */
export function eventsJsonSchema(): object {
  return { title: 'An event of the control plane', ...z.toJSONSchema(eventShape, { target: 'draft-7' }) };
}
