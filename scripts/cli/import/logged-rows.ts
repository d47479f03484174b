/** Rows of what a sandbox saw: exchanges, and event frames of its sessions. */
import { z } from 'zod';

const message = z.object({ headers: z.array(z.tuple([z.string(), z.string()])), body: z.unknown().optional() });

const both = {
  n: z.number(),
  atNs: z.string().regex(/^[0-9]{1,19}$/),
  member: z.string().optional(),
  principal: z.string().nullish(),
  session: z.string().optional(),
};

export const exchange = z.object({
  ...both,
  method: z.string(),
  status: z.int(),
  target: z.string().optional(),
  path: z.string(),
  op: z.string().optional(),
  closed: z.object({ code: z.int(), why: z.string() }).optional(),
  request: message.optional(),
  response: message.optional(),
  /** What the client received; a log of an older sandbox has none. */
  outcome: z.object({ kind: z.string(), text: z.string() }).optional(),
  received: message.extend({ status: z.int() }).nullish(),
  isCut: z.boolean().optional(),
});

export const frame = z.object({
  ...both,
  session: z.string(),
  socket: z.string(),
  event: z.string(),
  sent: z.unknown(),
});

/** A row of the log, and where it stands. */
export type LoggedExchange = z.output<typeof exchange> & { readonly where: string };
export type LoggedFrame = z.output<typeof frame> & { readonly where: string };
export type Logged = LoggedExchange | LoggedFrame;

export function isFrame(row: Logged): row is LoggedFrame {
  return 'event' in row;
}
