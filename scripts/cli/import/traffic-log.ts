/** Traffic as `touchstone record` writes it with the ending .jsonl: what a scenario would be made of, one event a line. */
import { z } from 'zod';
import type { Traffic } from '../../../scenarios/index.ts';
import type { LogRow, ReadLog } from './log-row.ts';

const count = z.int().min(0);
const headers = z.array(z.tuple([z.string(), z.string()]));
const times = { n: count, sentAtMs: z.number(), answeredAtMs: z.number() };

const exchange = z.object({
  ...times,
  label: z.string().nullable(),
  actor: z.string(),
  request: z.object({ method: z.string(), path: z.string(), headers, body: z.string().nullable() }),
  response: z.object({ status: z.int(), headers, body: z.string() }).nullable(),
  failure: z.string().nullable(),
});

const conversation = exchange.extend({
  socket: z.enum(['trading', 'marketData']),
  frames: z.array(
    z.object({ n: count, direction: z.enum(['sent', 'received']), atMs: z.number(), text: z.string().nullable() }),
  ),
  closed: z
    .object({
      n: count,
      atMs: z.number(),
      code: z.int(),
      reason: z.string(),
      by: z.enum(['target', 'suite']),
      failure: z.string().nullable(),
    })
    .nullable(),
});

const control = z.object({
  ...times,
  kind: z.literal('control'),
  method: z.string(),
  path: z.string(),
  body: z.unknown(),
  status: z.int(),
  answer: z.unknown(),
});

const head = z.object({
  touchstone: z.literal('traffic'),
  version: z.literal(1),
  world: z.object({ seed: count, members: z.array(z.string()).optional() }).optional(),
  clock: z.enum(['virtual', 'real']).optional(),
  fixtures: z.record(z.string(), z.unknown()).optional(),
});

const line = z.object({ where: z.string(), event: z.union([control, conversation, exchange]) });

/** Reads a file of traffic. */
export function trafficLog(rows: readonly LogRow[]): ReadLog {
  const notes: string[] = [];
  const [first, ...others] = rows;
  const stated = head.safeParse(first?.row);
  if (!stated.success) notes.push(`${first?.where}: it is no head of traffic`);
  const events = (stated.success ? others : rows).flatMap(({ row, where }) => {
    const parsed = line.safeParse(row);
    if (parsed.success) return [parsed.data];
    notes.push(`${where}: it is no event of traffic`);
    return [];
  });
  const { world, clock, fixtures } = stated.data ?? {};
  const traffic = { events, ...defined({ world, clock, fixtures }) } as Traffic;
  return { notes, isSanitised: false, traffic, into: () => undefined };
}

function defined(of: object): object {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined));
}
