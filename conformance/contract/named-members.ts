/**
 * The members of bodies that the interface names, of any resource. A member may serve others, of its own or of a newer
 * version, and what they hold is its own affair: who served the response, or when.
 */
export const NAMED_MEMBERS: ReadonlySet<string> = new Set([
  // Pages, errors (but for requestId, which is of one response, A22) and operation records.
  ...['globalSequence', 'asOfSeqTsNs', 'items', 'nextCursor', 'prevCursor', 'total'],
  ...['error', 'code', 'message', 'retryable', 'currentVersion'],
  ...['outcome', 'family', 'instanceId', 'configSeq', 'count'],
  // Keys and references.
  ...['orgId', 'userId', 'credentialId', 'accountId', 'accountAddressId', 'portfolioId', 'assetId', 'instrumentId'],
  ...['assetPolicyId', 'chainPolicyId', 'tradingPolicyId', 'orderId', 'executionId', 'exchangeId', 'tradeId'],
  ...['clientOrderId', 'algoInstanceId', 'algoVersionId', 'feeAssetId', 'account', 'instrument', 'id'],
  // The caller, tickets and grants.
  ...['user', 'organisation', 'capabilities', 'ticket', 'expiresAtNs', 'stream'],
  // Rows.
  ...['status', 'displayName', 'remark', 'pool', 'lastUpdatedByUserId', 'lastCause', 'manifest'],
  ...['canReadBalances', 'canTrade', 'observedPermissions', 'scopeUnobserved', 'pendingTransition'],
  ...['available', 'held', 'venueTsNs', 'venueRevision', 'observedAtNs'],
  ...['price', 'qty', 'cumQty', 'leavesQty', 'avgPx', 'lastFillPx', 'lastFillQty', 'fee'],
  ...['reason', 'observedValue', 'limitValue'],
  ...['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount', 'minTransferAmount'],
  ...['maxTransferAmount', 'maxOrderQty', 'maxOrderNotional', 'maxOpenOrders', 'maxOrdersPerMinute'],
  ...['seq', 'document', 'outcomeAtNs', 'detail'],
  // What the suite states in bodies whose members the interface does not show.
  ...['side', 'subject', 'chain', 'address', 'externalId'],
]);
