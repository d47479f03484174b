/** The orders that a trial may have left open, as far as its record shows. Pure. */
import type { Conversation, Frame, Json } from '../../member/exchange/conversation.ts';
import { answerAfter, frameAt, frameJson, sent } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import {
  at,
  errorCode,
  isOf,
  isOk,
  keyOf,
  sentHeader,
  sentJson,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import { isNothing } from '../../member/exchange/order.ts';

export interface SentOrder {
  readonly actor: string;
  /** The key, which is its clientOrderId (ORD-01); null: it had none. */
  readonly key: string | null;
  /** The account by id or by name, as it was sent; null: neither. */
  readonly account: string | null;
  /** null: no answer names it, so it is unknown whether the order exists. */
  readonly orderId: string | null;
}

type Came = { readonly orderId: string | null } | undefined;

function accountOf(body: Json): string | null {
  const named = body['accountId'] ?? body['account'];
  return typeof named === 'string' || typeof named === 'number' ? `${named}` : null;
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Whether a request without an answer may have reached a member as a principal who may place orders. */
function wasTaken(e: Exchange): boolean {
  return sentHeader(e, 'authorization') !== undefined && e.failure?.startsWith('unreachable') !== true;
}

/** undefined: it left no open order. */
function answered(e: Exchange): Came {
  if (e.response === null) return wasTaken(e) ? { orderId: null } : undefined;
  if (isOk(e)) return isNothing(at(e, 'leavesQty')) ? undefined : { orderId: textAt(e, 'orderId') ?? null };
  // The member's refusals have a code; a refusal by a proxy has none, and says nothing about the order.
  return (status(e) ?? 0) >= 500 && errorCode(e) === undefined ? { orderId: null } : undefined;
}

function answeredOver(reply: Frame | undefined): Came {
  if (reply === undefined) return { orderId: null };
  if (frameAt(reply, 'success') !== true || isNothing(frameAt(reply, 'order', 'leavesQty'))) return undefined;
  const orderId = frameAt(reply, 'order', 'orderId');
  return { orderId: typeof orderId === 'string' ? orderId : null };
}

/** Each op of this name that was sent, with its answer. */
function ops(conversation: Conversation, name: string): readonly (readonly [Json, Frame | undefined])[] {
  return sent(conversation).flatMap((frame) => {
    const { op, reqId, params } = frameJson(frame) ?? {};
    if (op !== name) return [];
    const reply = answerAfter(conversation, frame, reqId);
    return [[objectOf(params), reply] as const];
  });
}

function cancelledIds(exchanges: readonly Exchange[], conversations: readonly Conversation[]): ReadonlySet<unknown> {
  return new Set([
    ...exchanges
      // A 202 says that the write will be judged, not how.
      .filter((e) => isOf(e, 'POST /orders/{id}/cancel') && isOk(e) && status(e) !== 202)
      .map((e) => decodeURIComponent(e.request.path.split('/')[2] ?? '')),
    ...conversations.flatMap((conversation) =>
      ops(conversation, 'cancel')
        .filter(([, reply]) => frameAt(reply, 'success') === true && frameAt(reply, 'pending') !== true)
        .map(([params]) => params['orderId']),
    ),
  ]);
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Each order once, those with a known id first. */
export function sentOrders(
  exchanges: readonly Exchange[],
  conversations: readonly Conversation[] = [],
): readonly SentOrder[] {
  const all: SentOrder[] = [];
  for (const e of exchanges) {
    const came = isOf(e, 'POST /orders') ? answered(e) : undefined;
    if (came === undefined) continue;
    const body = objectOf(sentJson(e));
    const key = keyOf(e) ?? text(body['clientOrderId']);
    all.push({ actor: e.actor, key, account: accountOf(body), ...came });
  }
  for (const conversation of conversations) {
    for (const [params, reply] of ops(conversation, 'submit')) {
      const came = answeredOver(reply);
      if (came === undefined) continue;
      const key = text(params['clientOrderId']);
      all.push({ actor: conversation.actor, key, account: accountOf(params), ...came });
    }
  }
  const cancelled = cancelledIds(exchanges, conversations);
  const byId = new Map(all.filter(({ orderId }) => orderId !== null).map((order) => [order.orderId, order]));
  const names = ({ actor, key }: SentOrder) => `${actor} ${key}`;
  const known = new Set([...byId.values()].map(names));
  const unknown = new Map(all.filter((o) => o.orderId === null && !known.has(names(o))).map((o) => [names(o), o]));
  return [...[...byId.values()].filter(({ orderId }) => !cancelled.has(orderId)), ...unknown.values()];
}
