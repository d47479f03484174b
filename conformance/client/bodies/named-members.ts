/** Which members of the bodies that the suite sends are the interface's own, and which are the suite's assumption. */

/** The members that the interface names, by route; what is not listed here names none. */
const NAMED: readonly (readonly [route: RegExp, names: readonly string[]])[] = [
  [
    /^POST \/orders$/,
    // userId and algoInstanceId are named as refused.
    ['accountId', 'account', 'instrumentId', 'instrument', 'clientOrderId', 'price', 'qty', 'userId', 'algoInstanceId'],
  ],
  [/^POST \/credentials$/, ['exchangeId', 'canReadBalances', 'canTrade', 'material']],
  [/^POST \/credentials\/\{id\}\/rotate$/, ['material']],
  [
    /^(POST|PUT) \/asset-policies(\/\{id\})?$/,
    ['assetId', 'maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
  ],
  [/^(POST|PUT) \/chain-policies(\/\{id\})?$/, ['assetId', 'minTransferAmount', 'maxTransferAmount']],
  [
    /^(POST|PUT) \/trading-policies(\/\{id\})?$/,
    ['instrumentId', 'maxOrderQty', 'maxOrderNotional', 'maxOpenOrders', 'maxOrdersPerMinute'],
  ],
  [/^POST \/algos\/instances$/, ['algoVersionId', 'pool', 'displayName', 'remark', 'document', 'commandKey']],
  [/^PUT \/algos\/instances\/\{id\}\/config$/, ['remark', 'document', 'commandKey']],
  [/^POST \/algos\//, ['remark', 'commandKey']],
  [/^POST \/v1\/ws-tickets$/, ['stream']],
];

/** Members that the suite's own bodies have and the interface does not name. */
const ASSUMED = new Set([
  ...['displayName', 'subject', 'capabilities', 'status', 'externalId', 'chain', 'address'],
  ...[
    'accountId',
    'canReadBalances',
    'canTrade',
    'exchangeId',
    'portfolioId',
    'assetId',
    'orderId',
    'clientOrderId',
    'side',
  ],
]);

export function isNamed(route: string, name: string): boolean {
  return NAMED.some(([pattern, names]) => pattern.test(route) && names.includes(name));
}

/** It may be left out, or go under another name, where the member's own document or the profile's template says so. */
export function isAssumed(route: string, name: string): boolean {
  return ASSUMED.has(name) && !isNamed(route, name);
}
