/**
 * What a message must have to be one of this deployment. Anybody who may connect to the server can put anything on its
 * subjects: a message that is none is dropped. A whole one is trusted (README, Several processes).
 */
import { z } from 'zod';
import { EDGES } from '../../faults/edges.ts';
import type { SUBJECTS } from './messages.ts';

const whole = z.int();
const digits = z.string().regex(/^[0-9]{1,20}$/);
const place = { host: z.string(), pid: whole, sinceNs: digits, gatewayUrl: z.string().nullable() };
const asked = { world: z.string(), member: z.string() };
const rows = z.array(z.looseObject({}));

const command = z.looseObject({
  owner: z.enum(['register', 'orders', 'algos', 'custody']),
  principal: z.looseObject({ orgId: whole, userId: whole }),
  key: z.string().nullable(),
  operation: z.string(),
  body: z
    .looseObject({ kind: z.string() })
    .refine(({ kind, ...body }) => kind !== 'state' || rows.safeParse(body['facts']).success),
});
const plan = z.looseObject({ version: z.string() });
const facts = z.looseObject({ socket: z.string(), state: z.string(), topics: z.array(z.string()) });
const seat = z.looseObject({
  ...{ name: z.string(), version: z.string(), lagMs: z.number(), state: z.string(), position: whole, inFlight: whole },
  ...{ sessions: whole, openSessions: z.array(z.tuple([whole, facts])) },
});
const status = z.looseObject({ epoch: whole, revision: whole, seats: z.array(seat), quotes: z.array(whole) });

export const MESSAGE_SHAPES: Readonly<Record<keyof typeof SUBJECTS, z.ZodType>> = {
  sync: z.looseObject({
    ...{ process: z.string(), place: z.looseObject(place), plans: z.array(plan), names: z.array(z.string()) },
    ...{ worlds: z.record(z.string(), status), ordersDone: whole },
  }),
  lookUp: z.looseObject({ ...asked, orgId: whole, key: z.string() }),
  submit: z.looseObject({ ...asked, command }),
  promise: z.looseObject({ ...asked, command }),
  storeMaterial: z.looseObject({ ...asked, material: z.looseObject({}) }),
  restate: z.looseObject({ ...asked, command }),
  fault: z.looseObject({ ...asked, edge: z.enum(EDGES), where: z.looseObject({}) }),
  jwks: z.looseObject(asked),
  quote: z.looseObject({ ...asked, instrumentId: whole }),
  exchanges: z.looseObject({
    world: z.string(),
    items: z.array(z.tuple([z.looseObject({ method: z.string(), path: z.string() }), z.looseObject({}).nullable()])),
  }),
  poke: z.looseObject({ epoch: whole }),
  quotes: z.looseObject({ world: z.string(), quote: z.looseObject({ instrumentId: whole }) }),
  standby: z.looseObject({ id: z.string(), ...place, controlUrl: z.string().nullable() }),
};

/** The answers to asks, and to a sync. */
/** An answer of undefined is left out. */
export const REPLY = z.union([
  z.strictObject({ failed: z.string() }),
  z.strictObject({ answer: z.unknown().optional() }),
]);
export const SYNC_REPLY = z.looseObject({
  ...{ epoch: whole, names: z.array(z.string()), worlds: z.array(z.string()) },
  states: z.array(
    z.looseObject({
      ...{ world: z.string(), epoch: whole, revision: whole, stream: z.string(), head: whole, seed: z.number() },
      clock: z.looseObject({ mode: z.enum(['real', 'scaled']), rate: z.number(), nowNs: digits, machineNs: digits }),
      standing: z.array(z.string()),
      issuer: z.looseObject({ url: z.string(), audience: z.string() }),
      keys: z.looseObject({ cursors: z.string(), tickets: z.string() }),
    }),
  ),
  orders: z.array(
    z.looseObject({ n: whole, world: z.string(), seat: z.string(), order: z.looseObject({ does: z.string() }) }),
  ),
});
