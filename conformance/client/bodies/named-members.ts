/** Which properties of the suite's bodies the interface names, and which the suite assumes. */

/** The properties that the interface names, by route. For a route that is not listed it names none. */
const NAMED: readonly (readonly [route: RegExp, names: readonly string[]])[] = [
  [
    /^POST \/orders$/,
    // The interface names userId and algoInstanceId as refused.
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

/** Properties that the suite's bodies have and the interface does not name. */
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

const NAMED_OF = new Map<string, ReadonlySet<string>>();

/** Whether the interface names this body property of the route. */
export function isNamed(route: string, name: string): boolean {
  let names = NAMED_OF.get(route);
  if (names === undefined) {
    names = new Set(NAMED.flatMap(([pattern, listed]) => (pattern.test(route) ? listed : [])));
    NAMED_OF.set(route, names);
  }
  return names.has(name);
}

/** Whether the property is assumed: the member's document or a template of the profile may drop or rename it. */
export function isAssumed(route: string, name: string): boolean {
  return ASSUMED.has(name) && !isNamed(route, name);
}
