import { formatDecimal } from '../../../gateway/contract/decimal.ts';
import type { Fact, OrderRow, SubmitOrder } from '../../../gateway/facts.ts';
import type { Refused, Sequenced } from '../../owner.ts';
import { inactive } from '../authority.ts';
import { refused } from '../refused.ts';
import type { OrdersState } from './state.ts';
import { type Submission, submissionOf } from './submission.ts';
import { SUBMISSION_RULES } from './submission-rules.ts';

/** The facts of an accepted order, or the refusal. */
export function submitOrder(state: OrdersState, sequenced: Sequenced<SubmitOrder>): readonly Fact[] | Refused {
  const unready = inactive(state.directory, sequenced.command.principal.orgId);
  if (unready !== undefined) return unready;
  const submission = submissionOf(state, sequenced);
  for (const { reason, finds } of SUBMISSION_RULES) {
    const finding = finds(submission);
    if (finding !== undefined) return refused(reason, finding.message, finding.observed, finding.limit);
  }
  return [{ kind: 'OrderUpdated', order: openOrder(submission, sequenced) }];
}

function openOrder(
  { account, qty, price, order, orgId }: Submission,
  { atNs, command }: Sequenced<SubmitOrder>,
): OrderRow {
  if (account?.credentialId == null || qty === undefined)
    throw new Error('the rules let an order pass that cannot be held');
  const whole = formatDecimal(qty);
  return {
    orderId: atNs,
    orgId,
    clientOrderId: command.key ?? '',
    accountId: account.accountId,
    credentialId: account.credentialId,
    instrumentId: order.instrumentId,
    // Exactly one of the two names its author (ORD-16).
    userId: order.algoInstanceId === undefined ? command.principal.userId : 0,
    algoInstanceId: order.algoInstanceId ?? null,
    side: order.side,
    status: 'OPEN',
    price: price === undefined ? null : formatDecimal(price),
    qty: whole,
    cumQty: '0',
    leavesQty: whole,
    avgPx: null,
    lastFillPx: null,
    lastFillQty: null,
    rejection: null,
    createdAtNs: atNs,
    updatedAtNs: atNs,
  };
}
