/**
 * Converts order operations over trading sessions to the equivalent writes over HTTP. A key belongs to its
 * organisation on both transports, and an answer on one is replayed on the other (decisions of the sandbox's own).
 */

import { publishedStatus } from '../contract/refusals.ts';
import type { Conversation, Frame, Json } from '../member/exchange/conversation.ts';
import { answerAfter, frameAt, frameJson, isOpened, sent } from '../member/exchange/conversation.ts';
import type { Exchange, HeaderLines, RecordedResponse } from '../member/exchange/exchange.ts';
import { sentHeader } from '../member/exchange/exchange.ts';
import type { History } from '../runner/history.ts';
import { spentBy } from './session-story.ts';

interface EquivalentWrite {
  readonly path: string;
  readonly key: unknown;
  readonly body: unknown;
  /** The status of a successful answer. */
  readonly status: number;
}

const OPS: Readonly<Record<string, (params: Json) => EquivalentWrite>> = {
  submit: (params) => ({ path: '/orders', key: params['clientOrderId'], body: params, status: 201 }),
  cancel: ({ orderId, commandKey }) => ({
    path: `/orders/${String(orderId)}/cancel`,
    key: commandKey,
    body: {},
    status: 200,
  }),
};

/** The refusals that have no code in HTTP: a malformed op, or a busy session. */
const BUSY_STATUS = 429;
const MALFORMED_STATUS = 400;

/** In order of sending. Sessions whose tickets do not identify their users yield none. */
export function writesOverSockets({ conversations, target }: History): readonly Exchange[] {
  if (!target.strict) return [];
  return conversations
    .filter((one) => one.socket === 'trading' && isOpened(one) && spentBy(one) === undefined)
    .flatMap((one) => sent(one).flatMap((op) => writeOf(one, op) ?? []));
}

function writeOf(conversation: Conversation, op: Frame): Exchange | undefined {
  const { op: name, reqId, params } = frameJson(op) ?? {};
  if (typeof name !== 'string' || typeof reqId !== 'string' || !Object.hasOwn(OPS, name)) return undefined;
  const write = OPS[name]?.((params ?? {}) as Json);
  if (typeof write?.key !== 'string') return undefined;
  const reply = answerAfter(conversation, op, reqId);
  // Judged by the session's grant before the key is looked up: the key is not used.
  if (reply !== undefined && isOfTheGrant(reply)) return undefined;
  return {
    n: op.n,
    label: null,
    actor: conversation.actor,
    request: {
      method: 'POST',
      path: write.path,
      headers: [
        ['Authorization', sentHeader(conversation, 'authorization') ?? ''],
        ['Idempotency-Key', write.key],
      ],
      body: JSON.stringify(write.body),
    },
    sentAtMs: op.atMs,
    answeredAtMs: (reply ?? op).atMs,
    response: reply === undefined ? null : responseOf(reply, write),
    failure: reply === undefined ? 'no answer over the socket' : null,
    ...(conversation.answeredBy && { answeredBy: conversation.answeredBy }),
  };
}

function isOfTheGrant(reply: Frame): boolean {
  return frameAt(reply, 'code') === 'FORBIDDEN_CAPABILITY' && frameAt(reply, 'globalSequence') === undefined;
}

function responseOf(reply: Frame, { status, key }: EquivalentWrite): RecordedResponse {
  const { success, pending, order, code, reason, message, retryable, globalSequence, replay } = frameJson(reply) ?? {};
  const position: HeaderLines =
    typeof globalSequence === 'string' ? [['X-Service-Global-Sequence', globalSequence]] : [];
  if (success === true && pending === true)
    return { status: 202, headers: [['Location', `/operations/${String(key)}`]], body: '{}' };
  if (success === true) {
    const flag: HeaderLines = replay === true ? [['Idempotent-Replay', 'true']] : [];
    return { status, headers: [...position, ...flag], body: JSON.stringify(order) };
  }
  const isBusy = code === 'BACKPRESSURE' || code === 'RATE_LIMITED';
  return {
    status: publishedStatus(String(reason)) ?? (isBusy ? BUSY_STATUS : MALFORMED_STATUS),
    headers: position,
    body: JSON.stringify({ error: { code: reason ?? code, message, requestId: null, retryable } }),
  };
}
