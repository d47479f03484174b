/** Reads a file of recorded traffic (incident-file.ts), which anyone may have edited. */
import { z } from 'zod';
import type { Seen, Traffic } from '../../scenarios/index.ts';

const head = z.object({
  touchstone: z.literal('traffic'),
  version: z.literal(1),
  world: z.object({ seed: z.int().min(0), members: z.array(z.string()).optional() }).optional(),
  clock: z.enum(['virtual', 'real']).optional(),
  fixtures: z.record(z.string(), z.unknown()).optional(),
});

const n = z.int().min(1);
const ms = z.number();
const headers = z.array(z.tuple([z.string(), z.string()]));
const exchange = z.object({
  n,
  label: z.null(),
  actor: z.string(),
  request: z.object({ method: z.string(), path: z.string(), headers, body: z.string().nullable() }),
  sentAtMs: ms,
  answeredAtMs: ms,
  response: z.object({ status: z.int(), headers, body: z.string() }).nullable(),
  failure: z.string().nullable(),
});
const conversation = exchange.extend({
  socket: z.enum(['trading', 'marketData']),
  frames: z.array(z.object({ n, direction: z.enum(['sent', 'received']), atMs: ms, text: z.string().nullable() })),
  closed: z
    .object({
      n,
      atMs: ms,
      code: z.int(),
      reason: z.string(),
      by: z.enum(['target', 'suite']),
      failure: z.string().nullable(),
    })
    .nullable(),
});
const control = z.object({
  kind: z.literal('control'),
  n,
  sentAtMs: ms,
  answeredAtMs: ms,
  method: z.string(),
  path: z.string(),
  body: z.unknown(),
  status: z.int(),
  answer: z.unknown(),
});
const line = z.object({ where: z.string(), event: z.union([control, conversation, exchange]) });

export interface ReadTraffic {
  readonly traffic: Traffic;
  /** What is no event, one sentence each. */
  readonly unmapped: readonly string[];
}

/** undefined: the first line is none of such a file. */
export function readTraffic(text: string): ReadTraffic | undefined {
  const [first = '', ...lines] = text.split('\n');
  const read = head.safeParse(parsed(first));
  if (!read.success) return undefined;
  const { world, clock, fixtures } = read.data;
  const events: Seen[] = [];
  const unmapped: string[] = [];
  for (const [i, one] of lines.entries()) {
    if (one.trim() === '') continue;
    const event = line.safeParse(parsed(one));
    if (event.success) events.push(event.data as Seen);
    else unmapped.push(`line ${i + 2}: it is no event of a recording, so it is left out`);
  }
  const known = { ...(world && { world }), ...(clock && { clock }), ...(fixtures && { fixtures }) };
  return { traffic: { events: events.toSorted((a, b) => a.event.n - b.event.n), ...known } as Traffic, unmapped };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
