/** Which properties of the suite's bodies the interface names, and which the suite assumes: all others. */

/** The properties that the interface names, by route. For a route that is not listed it names none. */
const NAMED: readonly (readonly [route: RegExp, names: readonly string[]])[] = [
  [/^POST \/orders$/, ['accountId', 'account', 'instrumentId', 'instrument', 'clientOrderId', 'price', 'qty']],
  [/^POST \/credentials$/, ['exchangeId', 'canReadBalances', 'canTrade', 'material']],
  [/^POST \/credentials\/\{id\}\/rotate$/, ['material']],
  // A restated row may know its asset or instrument already, and a chain's policy need not be of an asset.
  [/^POST \/asset-policies$/, ['assetId']],
  [/^POST \/trading-policies$/, ['instrumentId']],
  [
    /^(POST|PUT) \/asset-policies(\/\{id\})?$/,
    ['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
  ],
  [/^(POST|PUT) \/chain-policies(\/\{id\})?$/, ['minTransferAmount', 'maxTransferAmount']],
  [
    /^(POST|PUT) \/trading-policies(\/\{id\})?$/,
    ['maxOrderQty', 'maxOrderNotional', 'maxOpenOrders', 'maxOrdersPerMinute'],
  ],
  [/^POST \/algos\/instances$/, ['algoVersionId', 'pool', 'displayName', 'remark', 'document', 'commandKey']],
  [/^PUT \/algos\/instances\/\{id\}\/config$/, ['remark', 'document', 'commandKey']],
  [/^POST \/algos\//, ['remark', 'commandKey']],
  [/^POST \/v1\/ws-tickets$/, ['stream']],
];

/** The interface names these as refused on every route. */
const REFUSED = /^(userId|algoInstanceId)$|Scale$/;

/**
 * Properties that the sandbox wants in a body and that no check is about unless it says so: a member that does not list
 * them is sent the body without them.
 */
const INCIDENTAL: readonly (readonly [route: RegExp, names: readonly string[]])[] = [
  [/^PUT \/users\/\{id\}$/, ['displayName']],
  [/^POST \/accounts$/, ['exchangeId']],
  [/ \/account-addresses(\/\{id\})?$/, ['accountId', 'assetId', 'chain']],
  [/ \/chain-policies(\/\{id\})?$/, ['assetId', 'chain']],
  [/^PUT \/asset-policies\/\{id\}$/, ['assetId']],
  [/^PUT \/trading-policies\/\{id\}$/, ['instrumentId']],
];

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
  return !REFUSED.test(name) && !isNamed(route, name);
}

/** Whether a body without this property shows the same of the member, unless the check says otherwise. */
export function isIncidental(route: string, name: string): boolean {
  return INCIDENTAL.some(([pattern, names]) => pattern.test(route) && names.includes(name));
}
