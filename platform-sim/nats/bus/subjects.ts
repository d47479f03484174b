/**
 * What goes over NATS, by subject: one row states the subject, the shape of its messages, and the shape of the answer
 * where the active platform answers. Any peer of the server can publish anything: a message of another shape is dropped.
 * A message of the right shape is trusted: states carry the keys that seal cursors and tickets (README, Several processes).
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import type { Command, QuoteRow } from '../../../gateway/facts.ts';
import type { KeyState, Material, Stored, Submission } from '../../../gateway/platform-port.ts';
import { EDGES, type Edge } from '../../faults/edges.ts';
import type { Outcome } from '../../faults/kind.ts';
import type { Where } from '../../faults/match.ts';
import type { ReportedExchanges, ReportedQuote, StandbyReport, SyncReply, SyncRequest } from './messages.ts';

type Shape<Message> = (value: unknown) => value is Message;

export interface Subject<Message> {
  readonly subject: string;
  readonly message: Shape<Message>;
}

/** A subject whose messages the active platform answers. */
export interface RequestSubject<Request, Reply> extends Subject<Request> {
  readonly reply: Shape<Reply>;
}

type Answered<Reply> = Pick<RequestSubject<unknown, Reply>, 'reply'>;

/** `failed`: one line, as the platform's own port would have rejected. An answer of undefined is left out. */
export type Answer<Reply> = { readonly answer: Reply } | { readonly failed: string };

/** Every request for a member of one world has these. */
export interface MemberRequest {
  readonly world: string;
  /** Empty: no member in particular. */
  readonly member: string;
}

function shapeOf<Message>(schema: z.ZodType): Shape<Message> {
  return (value): value is Message => schema.safeParse(value).success;
}

function subject<Message>(name: string, message: z.ZodType): Subject<Message> {
  return { subject: `touchstone.${name}`, message: shapeOf(message) };
}

function request<Request, Reply>(name: string, message: z.ZodType, reply: z.ZodType): RequestSubject<Request, Reply> {
  return { ...subject<Request>(name, message), reply: shapeOf(reply) };
}

function memberRequest<Request, Reply>(name: string, message: z.ZodRawShape, reply: z.ZodType) {
  const schema = z.looseObject({ world: z.string(), member: z.string(), ...message });
  return request<MemberRequest & Request, Reply>(`ask.${name}`, schema, reply);
}

const whole = z.int();
const digits = z.string().regex(/^[0-9]{1,20}$/);
const place = { host: z.string(), pid: whole, sinceNs: digits, gatewayUrl: z.string().nullable() };
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
const quote = z.looseObject({ instrumentId: whole });
const plan = z.looseObject({ version: z.string() });
const session = z.looseObject({ socket: z.string(), state: z.string(), topics: z.array(z.string()) });
const seat = z.looseObject({
  ...{ name: z.string(), version: z.string(), lagMs: z.number(), state: z.string(), position: whole, inFlight: whole },
  ...{ sessions: whole, openSessions: z.array(z.tuple([whole, session])) },
});
const worldStatus = z.looseObject({ epoch: whole, revision: whole, seats: z.array(seat), quotes: z.array(whole) });
const worldState = z.looseObject({
  ...{ world: z.string(), epoch: whole, revision: whole, stream: z.string(), head: whole, seed: z.number() },
  clock: z.looseObject({ mode: z.enum(['real', 'scaled']), rate: z.number(), nowNs: digits, machineNs: digits }),
  standing: z.array(z.string()),
  issuer: z.looseObject({ url: z.string(), audience: z.string() }),
  keys: z.looseObject({ cursors: z.string(), tickets: z.string() }),
});
const order = z.looseObject({
  n: whole,
  world: z.string(),
  seat: z.string(),
  order: z.looseObject({ does: z.string() }),
});

const syncRequest = z.looseObject({
  ...{ process: z.string(), place: z.looseObject(place), plans: z.array(plan), names: z.array(z.string()) },
  ...{ worlds: z.record(z.string(), worldStatus), ordersDone: whole },
});
const syncReply = z.looseObject({
  ...{ epoch: whole, names: z.array(z.string()), worlds: z.array(z.string()) },
  ...{ states: z.array(worldState), orders: z.array(order) },
});
const keyState = z.discriminatedUnion('state', [
  z.looseObject({ state: z.literal('absent') }),
  z.looseObject({ state: z.literal('pending'), command }),
  z.looseObject({ state: z.literal('settled'), position: whole, command }),
]);
const submission = z.discriminatedUnion('taken', [
  z.looseObject({ taken: z.literal(true), position: whole }),
  z.looseObject({ taken: z.literal(false), why: z.string() }),
]);
const exchange = z.looseObject({ method: z.string(), path: z.string() });
const exchanges = z.looseObject({
  world: z.string(),
  items: z.array(z.tuple([exchange, z.looseObject({}).nullable(), z.string()])),
  settled: z.array(z.tuple([z.string(), z.looseObject({ act: z.string() }).nullable(), z.array(z.looseObject({}))])),
});

// biome-ignore format: an aligned table
export const SUBJECTS = {
  sync:          request<SyncRequest, SyncReply>('sync', syncRequest, syncReply),
  lookUp:        memberRequest<{ readonly orgId: number; readonly key: string }, KeyState>('look-up', { orgId: whole, key: z.string() }, keyState),
  submit:        memberRequest<{ readonly command: Command }, Submission>('submit', { command }, submission),
  promise:       memberRequest<{ readonly command: Command }, boolean>('promise', { command }, z.boolean()),
  storeMaterial: memberRequest<{ readonly material: Material }, Stored>('store-material', { material: z.looseObject({}) }, z.looseObject({ stored: z.boolean() })),
  restate:       memberRequest<{ readonly command: Command }, undefined>('restate', { command }, z.undefined()),
  fault:         memberRequest<{ readonly edge: Edge; readonly where: Where }, Outcome>('fault', { edge: z.enum(EDGES), where: z.looseObject({}) }, z.looseObject({ act: z.string() })),
  jwks:          memberRequest<object, JSONWebKeySet>('jwks', {}, z.looseObject({ keys: rows })),
  quote:         memberRequest<{ readonly instrumentId: number }, QuoteRow | null>('quote', { instrumentId: whole }, quote.nullable()),
  /** From a member's process. */
  exchanges:     subject<ReportedExchanges>('exchanges', exchanges),
  /** From the platform to every process: something changed, send a sync now. */
  changed:       subject<{ readonly epoch: number }>('changed', z.looseObject({ epoch: whole })),
  quotes:        subject<ReportedQuote>('quotes', z.looseObject({ world: z.string(), quote })),
  /** From a platform process that stands by. */
  standby:       subject<StandbyReport>('standby', z.looseObject({ id: z.string(), ...place, controlUrl: z.string().nullable() })),
} as const;

/** A message's bytes. */
export function encode<Message>(_: Subject<Message>, message: Message): Uint8Array {
  return Buffer.from(JSON.stringify(message));
}

/** Sends a message to every subscriber; does nothing on a closed connection. */
export function publish<Message>(nc: NatsConnection, to: Subject<Message>, message: Message): void {
  if (!nc.isClosed()) nc.publish(to.subject, encode(to, message));
}

/** A message from its bytes; undefined: they are not a message of this subject. */
export function decode<Message>({ message }: Subject<Message>, bytes: Uint8Array): Message | undefined {
  const value = parsed(bytes);
  return message(value) ? value : undefined;
}

/** The bytes of an answer to a request. */
export function encodeAnswer<Reply>(_: Answered<Reply>, answer: Answer<Reply>): Uint8Array {
  return Buffer.from(JSON.stringify(answer));
}

const failure = z.strictObject({ failed: z.string() });
const success = z.strictObject({ answer: z.unknown().optional() });

/** An answer from its bytes; undefined: they are not an answer on this subject. */
export function decodeAnswer<Reply>(of: Answered<Reply>, bytes: Uint8Array): Answer<Reply> | undefined {
  const value = parsed(bytes);
  const failed = failure.safeParse(value);
  if (failed.success) return failed.data;
  const { data } = success.safeParse(value);
  return data !== undefined && of.reply(data.answer) ? { answer: data.answer } : undefined;
}

/** undefined: no JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}
