/**
 * For `sample-collections.ts`: row `n` of each collection, in one organisation and, where it matters, of one algo
 * instance.
 */
import { REGISTER_KEYS } from '../contract/register.ts';
import type { AlgoInstanceRow, Fact, OrderRow, RegisterFact, RegisterFamily } from '../facts.ts';

export const ORG_ID = 1;
export const INSTANCE_ID = 1;

/** Ids are derived from times, so most have the same number of digits. */
const FIRST_INT64 = 1_767_571_200_000_000_000n;
const FIRST_INT32 = 760_000_000;

function int64(n: number): string {
  return String(FIRST_INT64 + BigInt(n) * 1_003n);
}

function int32(n: number): number {
  return FIRST_INT32 + n * 3;
}

export function order(n: number, algoInstanceId: number | null): Fact {
  const row: OrderRow = {
    orderId: int64(n),
    orgId: ORG_ID,
    clientOrderId: `order-${n}`,
    accountId: 1,
    credentialId: 1,
    instrumentId: 1,
    userId: algoInstanceId === null ? 1 : 0,
    algoInstanceId,
    side: 'BUY',
    status: 'OPEN',
    price: '100.01',
    qty: '1.5',
    cumQty: '0',
    leavesQty: '1.5',
    avgPx: null,
    lastFillPx: null,
    lastFillQty: null,
    rejection: null,
    createdAtNs: int64(n),
    updatedAtNs: int64(n),
  };
  return { kind: 'OrderUpdated', order: row };
}

export function execution(n: number): Fact {
  return {
    kind: 'ExecutionRecorded',
    execution: {
      executionId: int64(n),
      orgId: ORG_ID,
      orderId: int64(1),
      accountId: 1,
      instrumentId: 1,
      side: 'SELL',
      tradeId: `T-${n}`,
      price: '100.01',
      qty: '0.5',
      fee: '0.05',
      feeAssetId: 1,
      venueTsNs: int64(n),
      executedAtNs: int64(n),
    },
  };
}

/** Rows of a realistic size: a page does not depend on their properties. */
export function registered(family: RegisterFamily, n: number): Fact {
  const row = {
    ...(family === 'orgs' ? { sponsorOrgId: ORG_ID, externalId: `org-${n}` } : { orgId: ORG_ID }),
    displayName: `row ${n} of ${family}`,
    subject: `subject-${n}`,
    status: 'ACTIVE',
    capabilities: [],
    exchangeId: 1,
    portfolioId: null,
    credentialId: 1,
    version: 1,
    [REGISTER_KEYS[family]]: int32(n),
  };
  return { kind: 'RegisterRecorded', family, row } as unknown as RegisterFact;
}

export function balance(n: number): Fact {
  const amounts = { total: '10.5', available: '10', held: '0.5' };
  const stamps = { venueTsNs: int64(n), venueRevision: String(n), observedAtNs: int64(n) };
  return {
    kind: 'BalanceRecorded',
    balance: { orgId: ORG_ID, accountId: int32(n), assetId: 1, credentialId: 1, ...amounts, ...stamps },
  };
}

export function instance(n: number): AlgoInstanceRow {
  return {
    instanceId: n,
    orgId: ORG_ID,
    algoVersionId: 1,
    pool: 'pool-a',
    displayName: `instance ${n}`,
    remark: null,
    status: 'STOPPED',
    configSeq: 1,
    appliedConfigSeq: 1,
    createdByUserId: 1,
    startedByUserId: null,
    lastUpdatedByUserId: 1,
    lastCause: 'CREATED',
    createdAtNs: int64(n),
    updatedAtNs: int64(n),
  };
}

export function config(n: number): Fact {
  return {
    kind: 'ConfigDocumentRecorded',
    config: {
      instanceId: INSTANCE_ID,
      orgId: ORG_ID,
      seq: n,
      document: '{ "account": 1 }',
      remark: null,
      outcome: 'APPLIED',
      outcomeAtNs: int64(n),
      detail: null,
      accountIds: [1],
      instrumentIds: [],
      createdByUserId: 1,
      createdAtNs: int64(n),
    },
  };
}

export function version(n: number): Fact {
  const manifest = { name: `algo ${n}`, version: '1.0.0', description: 'An algo of the catalogue.' };
  return {
    kind: 'AlgoVersionRecorded',
    version: { algoVersionId: n, pool: 'pool-a', manifest, documentSchema: { type: 'object' } },
  };
}
