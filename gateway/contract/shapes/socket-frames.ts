/**
 * Every frame of the two sockets, as the AsyncAPI document publishes them. Order frames use the HTTP shapes, so an
 * order looks the same over HTTP and WebSocket.
 */
import { z } from 'zod';
import { executionRow } from './execution.ts';
import { orderRow, submitOrderBody } from './order.ts';
import { capabilities } from './register.ts';
import { assumed, commandKey, int64, key32, money, ns, position } from './scalars.ts';

/** Printable ASCII without characters that JSON escapes (WSS-11); the length is decision A97. */
const reqId = z
  .string()
  .regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]{1,128}$/)
  .meta({ description: 'The client’s own, of printable ASCII without escapes: the answer echoes it byte for byte.' });

const expiresAtNs = ns.meta({ description: 'When the session lapses unless it is renewed; 0: never.' });
const globalSequence = position.meta({ ...assumed, description: 'Where the platform sequenced it.' });

const grant = z.strictObject({ capabilities, expiresAtNs }).meta({ id: 'SessionGrant' });

function event<Kind extends string, Data extends z.ZodType>(kind: Kind, data: Data) {
  return z.strictObject({ event: z.literal(kind), msgType: z.literal(kind), data });
}

/** The first frame of a session: its grant (WSS-03). */
export const sessionOpened = event('sessionOpened', grant).meta({ id: 'SessionOpenedFrame' });
/** The warning before a lease ends (WSS-06). */
export const sessionExpiring = event('sessionExpiring', z.strictObject({ expiresAtNs, inMs: z.int().min(0) })).meta({
  id: 'SessionExpiringFrame',
});
/** The notice that access was revoked, before the close with 4003 (WSS-14). */
export const sessionClosing = event(
  'sessionClosing',
  z.strictObject({
    code: z.literal('PRINCIPAL_REVOKED'),
    closeCode: z.literal(4003).meta(assumed),
    retryable: z.literal(false),
    message: z.string().meta({ ...assumed, description: 'Display text, never parsed.' }),
  }),
).meta({ id: 'SessionClosingFrame' });

/** The order channel does not carry algoInstanceId yet (interface, Events). */
export const orderUpdated = event(
  'orderUpdated',
  orderRow.omit({ algoInstanceId: true }).extend({ globalSequence }).meta({ id: 'OrderUpdatedData' }),
).meta({ id: 'OrderUpdatedFrame', ...assumed });

/** An event of the topic `executions`. */
export const executionRecorded = event(
  'executionRecorded',
  executionRow.extend({ globalSequence }).meta({ id: 'ExecutionRecordedData' }),
).meta({ id: 'ExecutionRecordedFrame', ...assumed });

/** An event of the market data socket: the venue's bid and ask of an instrument. */
export const quote = event(
  'quote',
  z
    .strictObject({
      instrumentId: key32,
      instrument: z.string().meta({ description: 'The platform’s symbol.' }),
      bid: money,
      ask: money,
      venueTsNs: ns,
    })
    .meta({ id: 'QuoteData' }),
).meta({ id: 'QuoteFrame', ...assumed });

const token = z.string().meta({ description: 'The bearer token, verbatim. Never logged.' });

/** The op that authenticates a session or renews its lease. */
export const auth = z
  .strictObject({ op: z.literal('auth'), reqId, params: z.strictObject({ token }) })
  .meta({ id: 'AuthFrame' });

const tradingTopics = z.array(z.enum(['orders', 'executions'])).min(1);
const quoteTopics = z.array(z.string().regex(/^quotes:.+$/)).min(1);

function subscriptionFrames(socket: string, topics: z.ZodType) {
  const request = <Op extends string>(op: Op, id: string) =>
    z.strictObject({ op: z.literal(op), reqId, params: z.strictObject({ topics }) }).meta({ id, ...assumed });
  return {
    subscribe: request('subscribe', `${socket}SubscribeFrame`),
    unsubscribe: request('unsubscribe', `${socket}UnsubscribeFrame`),
    subscribed: z
      .strictObject({
        op: z.enum(['subscribe', 'unsubscribe']),
        reqId,
        success: z.literal(true),
        topics: z.array(z.string()).meta({ description: 'All that the session is subscribed to now.' }),
      })
      .meta({ id: `${socket}SubscribedFrame`, ...assumed }),
  };
}

/** The subscription frames of the trading socket. */
export const trading = subscriptionFrames('Trading', tradingTopics);

/** The subscription frames of the market data socket. */
export const marketData = subscriptionFrames('MarketData', quoteTopics);

/** The body of POST /orders; its clientOrderId is the command key, as the Idempotency-Key is over HTTP. */
export const submit = z
  .strictObject({
    op: z.literal('submit'),
    reqId,
    params: submitOrderBody
      .safeExtend({ clientOrderId: commandKey.meta({ description: 'The command key: the Idempotency-Key of HTTP.' }) })
      .meta({ id: 'SubmitParams' }),
  })
  .meta({ id: 'SubmitFrame', ...assumed });

/** The op that cancels an order; its command key is stated separately. */
export const cancel = z
  .strictObject({
    op: z.literal('cancel'),
    reqId,
    params: z.strictObject({ orderId: int64, commandKey }).meta({ id: 'CancelParams' }),
  })
  .meta({ id: 'CancelFrame', ...assumed });

const orderOp = z.enum(['submit', 'cancel']);

/** The answer to an order op that was judged: the row, its position, and whether it is a replay. */
export const orderAnswered = z
  .strictObject({
    op: orderOp,
    reqId,
    success: z.literal(true),
    order: orderRow,
    globalSequence,
    replay: z.boolean().meta({ description: 'Whether the key was answered before: Idempotent-Replay of HTTP.' }),
  })
  .meta({ id: 'OrderAnsweredFrame', ...assumed });

/** The answer to an order op at the sync deadline: the key to poll (IDEM-11). */
export const orderPending = z
  .strictObject({
    op: orderOp,
    reqId,
    success: z.literal(true),
    pending: z.literal(true),
    key: commandKey,
    operation: z.string().meta({ description: 'GET /operations/{key} has the outcome: the 202 of HTTP.' }),
  })
  .meta({ id: 'OrderPendingFrame', ...assumed });

/** The answer of the trading socket to a successful op auth. */
export const authenticated = z
  .strictObject({ op: z.literal('auth'), reqId, success: z.literal(true), session: grant })
  .meta({ id: 'AuthenticatedFrame' });

/** Only the success flag is shown: the session says nothing of a grant (decision A100). */
export const acknowledged = z
  .strictObject({ op: z.literal('auth'), reqId, success: z.literal(true) })
  .meta({ id: 'AcknowledgedFrame' });

/** The answer of the market data socket to an op auth whose token does not verify. */
export const invalidToken = z
  .strictObject({
    op: z.literal('auth'),
    reqId,
    success: z.literal(false),
    error: z.literal('invalid_token'),
    message: z.string().meta(assumed),
  })
  .meta({ id: 'InvalidTokenFrame' });

/** @param code the schema of this version's refusal codes */
export function refusals(code: z.ZodType) {
  const refusal = z.strictObject({
    op: z.string().meta({ description: 'The op that is refused; error where the frame could not be read.' }),
    reqId: reqId.nullable().meta({ description: 'null where the frame has none that can be echoed.' }),
    success: z.literal(false),
    code,
    message: z.string().meta({ description: 'Display text, never parsed.' }),
    retryable: z.boolean(),
    failedTopicIndex: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'The zero-based index into params.topics, as sent, of the entry that was refused.' }),
  });
  return {
    refused: refusal.meta({ id: 'RefusedFrame' }),
    orderRefused: refusal
      .omit({ failedTopicIndex: true })
      .extend({
        reason: z
          .string()
          .optional()
          .meta({ ...assumed, description: 'The code of the same refusal over HTTP, which says more.' }),
        globalSequence: globalSequence.optional().meta({ description: 'Of what the owner judged: the key is spent.' }),
      })
      .meta({ id: 'OrderRefusedFrame', ...assumed }),
    marketDataRefused: refusal
      .extend({ error: z.string().meta({ description: 'The code in lower case.' }) })
      .meta({ id: 'MarketDataRefusedFrame', ...assumed }),
  };
}
