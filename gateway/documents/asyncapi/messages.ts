/** The frames of the two sockets, one row each: the sender, the op and the shape. */
import type { z } from 'zod';
import * as frames from '../../contract/shapes/socket-frames.ts';
import { SOCKET_FRAMES, type SocketGate } from '../../contract/sockets.ts';
import * as sample from './example-frames.ts';

export interface MessageRow {
  readonly title: string;
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly examples: readonly object[];
  /** The interface shows nothing of the kind. */
  readonly assumed?: true;
}

export interface OpRow {
  /** The key of its message, too. */
  readonly op: string;
  readonly summary: string;
  readonly replies: readonly string[];
  readonly gate?: SocketGate;
  readonly assumed?: true;
}

/** One socket: its events and its ops name messages by their keys. */
export interface SocketRow {
  readonly messages: Readonly<Record<string, MessageRow>>;
  readonly events: readonly string[];
  readonly ops: readonly OpRow[];
}

const OF_TOPICS = { replies: ['subscribed', 'refused'], assumed: true } as const;
const OF_ORDERS = {
  replies: ['orderAnswered', 'orderPending', 'orderRefused'],
  gate: 'orders',
  assumed: true,
} as const;

/** The messages of subscriptions, which both sockets have with topics of their own. */
function ofTopics(
  shapes: typeof frames.trading,
  ...[subscribe, unsubscribe, subscribed]: readonly [readonly object[], readonly object[], readonly object[]]
) {
  return {
    subscribe: {
      title: 'Subscribe',
      summary: 'All of the topics or, where one of them is refused, none.',
      schema: shapes.subscribe,
      examples: subscribe,
      assumed: true,
    },
    unsubscribe: {
      title: 'Unsubscribe',
      summary: 'Topics that the session is subscribed to.',
      schema: shapes.unsubscribe,
      examples: unsubscribe,
      assumed: true,
    },
    subscribed: {
      title: 'The subscriptions now',
      summary: 'All topics that the session is subscribed to.',
      schema: shapes.subscribed,
      examples: subscribed,
      assumed: true,
    },
  } as const;
}

/** @param code the refusal codes of this version */
export function tradingMessages(code: z.ZodType): SocketRow {
  const { refused, orderRefused } = frames.refusals(code);
  return {
    messages: {
      sessionOpened: {
        title: 'The session is open',
        summary: 'The first frame of every session, before the client says anything: what it is granted, until when.',
        schema: frames.sessionOpened,
        examples: [sample.SESSION_OPENED],
      },
      sessionExpiring: {
        title: 'The session is about to lapse',
        summary: 'Once a credential, one lead time before the session lapses. Op auth renews it, and re-arms this.',
        schema: frames.sessionExpiring,
        examples: [sample.SESSION_EXPIRING],
      },
      sessionClosing: {
        title: 'The access is revoked',
        summary: 'In place of sessionOpened where access was revoked after the handshake; then close code 4003.',
        schema: frames.sessionClosing,
        examples: [sample.SESSION_CLOSING],
      },
      orderUpdated: {
        title: 'An order changed',
        summary: 'Topic orders: the row of an order of the organisation after each change, without algoInstanceId.',
        schema: frames.orderUpdated,
        examples: [sample.ORDER_UPDATED],
        assumed: true,
      },
      executionRecorded: {
        title: 'An execution was recorded',
        summary: 'Topic executions: the row of an execution of the organisation.',
        schema: frames.executionRecorded,
        examples: [sample.EXECUTION_RECORDED],
        assumed: true,
      },
      auth: {
        title: 'Renew the session',
        summary: 'A fresh bearer token of the same principal.',
        schema: frames.auth,
        examples: [sample.AUTH],
      },
      authenticated: {
        title: 'The session is renewed',
        summary: 'What the session is granted from now on.',
        schema: frames.authenticated,
        examples: [sample.AUTHENTICATED],
      },
      ...ofTopics(frames.trading, [sample.SUBSCRIBE], [sample.UNSUBSCRIBE], [sample.SUBSCRIBED, sample.UNSUBSCRIBED]),
      submit: {
        title: 'Submit an order',
        summary: 'The body of POST /orders. The same order over HTTP, under the same key, is one with this.',
        schema: frames.submit,
        examples: [sample.SUBMIT],
        assumed: true,
      },
      cancel: {
        title: 'Cancel an order',
        summary: 'Under its own command key.',
        schema: frames.cancel,
        examples: [sample.CANCEL],
        assumed: true,
      },
      orderAnswered: {
        title: 'The order',
        summary: 'The row as GET /orders/{id} serves it, at the position of the verdict.',
        schema: frames.orderAnswered,
        examples: [sample.ORDER_ANSWERED],
        assumed: true,
      },
      orderPending: {
        title: 'Not judged yet',
        summary: 'The owner had not judged it by the deadline: GET /operations/{key} has the outcome.',
        schema: frames.orderPending,
        examples: [sample.ORDER_PENDING],
        assumed: true,
      },
      refused: {
        title: 'Refused',
        summary: 'An op that is refused, or a frame that cannot be read. The session continues.',
        schema: refused,
        examples: [sample.REFUSED, sample.UNREADABLE, sample.TOPIC_REFUSED],
      },
      orderRefused: {
        title: 'The order is refused',
        summary: 'With globalSequence the owner judged it, and the key is spent; without, the key is free.',
        schema: orderRefused,
        examples: [sample.ORDER_REFUSED],
        assumed: true,
      },
    },
    events: SOCKET_FRAMES.trading.events,
    ops: [
      { op: 'auth', summary: 'Renews the session with a fresh token', replies: ['authenticated', 'refused'] },
      { op: 'subscribe', summary: 'Subscribes to topics', ...OF_TOPICS },
      { op: 'unsubscribe', summary: 'Unsubscribes from topics', ...OF_TOPICS },
      { op: 'submit', summary: 'Submits an order', ...OF_ORDERS },
      { op: 'cancel', summary: 'Cancels an order', ...OF_ORDERS },
    ],
  };
}

/** @param code the refusal codes of this socket */
export function marketDataMessages(code: z.ZodType): SocketRow {
  const { marketDataRefused } = frames.refusals(code);
  return {
    messages: {
      quote: {
        title: 'The venue’s quote',
        summary: 'Topic quotes:SYMBOL: the last quote at once, then each as the venue restates it.',
        schema: frames.quote,
        examples: [sample.QUOTE],
        assumed: true,
      },
      auth: {
        title: 'Authenticate',
        summary: 'The first frame of the client: nothing else is served before it is acknowledged.',
        schema: frames.auth,
        examples: [sample.AUTH],
      },
      acknowledged: {
        title: 'Authenticated',
        summary: 'The session may subscribe.',
        schema: frames.acknowledged,
        examples: [sample.ACKNOWLEDGED],
      },
      invalidToken: {
        title: 'The token does not verify',
        summary: 'Signature, validity window, audience and issuer are each checked.',
        schema: frames.invalidToken,
        examples: [sample.INVALID_TOKEN],
      },
      ...ofTopics(
        frames.marketData,
        [sample.SUBSCRIBE_QUOTES],
        [sample.UNSUBSCRIBE_QUOTES],
        [sample.SUBSCRIBED_QUOTES],
      ),
      refused: {
        title: 'Refused',
        summary: 'An op that is not done, or a frame that cannot be read.',
        schema: marketDataRefused,
        examples: [sample.QUOTES_REFUSED],
        assumed: true,
      },
    },
    events: SOCKET_FRAMES['market-data'].events,
    ops: [
      {
        op: 'auth',
        summary: 'Authenticates the session, and renews it',
        replies: ['acknowledged', 'invalidToken', 'refused'],
      },
      { op: 'subscribe', summary: 'Subscribes to quotes', ...OF_TOPICS },
      { op: 'unsubscribe', summary: 'Unsubscribes from quotes', ...OF_TOPICS },
    ],
  };
}
