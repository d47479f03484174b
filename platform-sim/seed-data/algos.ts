/** The instances that a world begins with: their current rows, and every document that they had. */
import type { AlgoInstanceRow, ConfigDocumentRow, Fact, Ns } from '../../gateway/facts.ts';
import { mainAccountOf } from './accounts.ts';
import { ALGO_VERSIONS } from './algo-catalogue.ts';
import { NAMED_INSTRUMENTS } from './market.ts';
import { ORG_IDS, userIdOf } from './organisations.ts';
import type { PastOrder } from './world.ts';

const { plain, feeless } = NAMED_INSTRUMENTS;
const { first, second } = ORG_IDS;

/** The day before the sandbox's own day. */
const BEGAN_NS = 1_767_528_000_000_000_000n; // 2026-01-04T12:00:00Z

function minute(past: number): Ns {
  return (BEGAN_NS + BigInt(past) * 60_000_000_000n).toString();
}

interface Standing {
  readonly row: AlgoInstanceRow;
  readonly documents: readonly ConfigDocumentRow[];
}

/** A document of the quoter that trades at the venue's bid. */
const SELLS = `{
  // at the venue's bid: each order fills
  "account": ${mainAccountOf(first)}, "instrument": ${plain.id},
  "side": "SELL", "price": "${plain.price}", "qty": "0.5",
  "orders": 3, "everyMs": 60000
}`;

/** For users that need a valid document: its price is far below the market. */
const resting = (account: string, instrument: string): string => `{
  // rests far below the market, where "main" trades
  "account": ${account},
  "instrument": ${instrument},
  "side": "BUY",
  "price": "50.00",
  "qty": "0.01"
}`;
const RESTS = resting(`${mainAccountOf(first)}`, `${plain.id}`);
const RESTS_BY_NAME = resting('"main"', `"${plain.symbol}"`);

const LEGS = `{ "legs": [
  { "account": ${mainAccountOf(first)}, "instrument": ${plain.id}, "side": "BUY", "price": "50.00", "qty": "1" },
  { "account": ${mainAccountOf(first)}, "instrument": ${feeless.id}, "side": "SELL", "price": "90.00", "qty": "2" }
], "watch": [${feeless.id}] }`;

const FOREIGN = `{ "account": ${mainAccountOf(second)}, "instrument": ${plain.id}, "side": "BUY", "price": "50.00", "qty": "1" }`;

/** Started, after a refused document; all of its orders are placed. */
const started = instance(1, 'algoManager', {
  displayName: 'quotes',
  status: 'STARTED',
  configSeq: 3,
  appliedConfigSeq: 3,
  startedByUserId: userIdOf('algoManager'),
  lastUpdatedByUserId: userIdOf('algoManager'),
  lastCause: 'STARTED',
  remark: 'sells in three parts',
  updatedAtNs: minute(40),
});

const deleted = instance(2, 'algoManager', {
  algoVersionId: 4,
  displayName: 'basket of old',
  status: 'DELETED',
  appliedConfigSeq: 1,
  lastUpdatedByUserId: userIdOf('admin'),
  lastCause: 'DELETED',
  updatedAtNs: minute(20),
});

/** Never ran: the engine refused its only document. */
const refused = instance(3, 'algoManager', { displayName: 'never ran', lastCause: 'ENGINE_REFUSED' });

const foreign = instance(4, 'outsider', {
  orgId: second,
  algoVersionId: 2,
  pool: 'pool-b',
  displayName: 'quotes',
  status: 'STARTED',
  appliedConfigSeq: 1,
  startedByUserId: userIdOf('outsider'),
  lastUpdatedByUserId: userIdOf('outsider'),
  lastCause: 'STARTED',
  updatedAtNs: minute(10),
});

const STANDING: readonly Standing[] = [
  {
    row: started,
    documents: [
      document(started, 1, SELLS.replace('"orders": 3', '"orders": 1'), 'APPLIED'),
      document(
        started,
        2,
        SELLS.replace('"qty": "0.5"', '"qty": "half"'),
        'REFUSED',
        'qty must match pattern "^[0-9]{1,9}(\\.[0-9]{1,9})?$"',
      ),
      document(started, 3, SELLS, 'APPLIED'),
    ],
  },
  { row: deleted, documents: [document(deleted, 1, LEGS, 'APPLIED')] },
  {
    row: refused,
    documents: [document(refused, 1, SELLS.replace('"SELL"', '"HOLD"'), 'REFUSED', 'side must be one of BUY, SELL')],
  },
  { row: foreign, documents: [document(foreign, 1, FOREIGN, 'APPLIED')] },
];

function instance(instanceId: number, by: 'algoManager' | 'outsider', of: Partial<AlgoInstanceRow>): AlgoInstanceRow {
  return {
    instanceId,
    orgId: first,
    algoVersionId: 1,
    pool: 'pool-a',
    displayName: 'quotes',
    remark: null,
    status: 'STOPPED',
    configSeq: 1,
    appliedConfigSeq: null,
    createdByUserId: userIdOf(by) ?? 0,
    startedByUserId: null,
    lastUpdatedByUserId: null,
    lastCause: 'CREATED',
    createdAtNs: minute(0),
    updatedAtNs: minute(1),
    ...of,
  };
}

/** Each was judged a minute after its proposal, ten minutes after the one before. */
function document(
  { instanceId, orgId, createdByUserId }: AlgoInstanceRow,
  seq: number,
  text: string,
  outcome: 'APPLIED' | 'REFUSED',
  detail: string | null = null,
): ConfigDocumentRow {
  const accountId = mainAccountOf(orgId) ?? 0;
  return {
    instanceId,
    orgId,
    seq,
    document: text,
    remark: seq === 1 ? null : `take ${seq}`,
    outcome,
    outcomeAtNs: minute((seq - 1) * 10 + 1),
    detail,
    accountIds: [accountId],
    instrumentIds: text === LEGS ? [plain.id, feeless.id] : [plain.id],
    createdByUserId,
    createdAtNs: minute((seq - 1) * 10),
  };
}

/** The algo rows of the fixtures. */
export const NAMED_ALGOS = {
  algoVersion: { id: 1, pool: 'pool-a', document: RESTS },
  namingDocument: { text: RESTS_BY_NAME },
  algoInstance: { id: started.instanceId },
  foreignAlgoInstance: { id: foreign.instanceId },
  deletedAlgoInstance: { id: deleted.instanceId },
} as const;

/** The statements of versions, instances and documents. */
export function algoStatements(): readonly (readonly Fact[])[] {
  return [
    ALGO_VERSIONS.map((version) => ({ kind: 'AlgoVersionRecorded', version })),
    STANDING.flatMap(({ row, documents }): readonly Fact[] => [
      { kind: 'AlgoInstanceRecorded', instance: row },
      ...documents.map((config): Fact => ({ kind: 'ConfigDocumentRecorded', config })),
    ]),
  ];
}

/** The orders of the started instance: those of its latest document, all filled. */
export function pastAlgoOrders(): readonly PastOrder[] {
  const { instanceId, orgId } = started;
  return [1, 2, 3].map((n) => ({
    orgId,
    userId: 0,
    algoInstanceId: instanceId,
    accountId: mainAccountOf(orgId) ?? 0,
    instrumentId: plain.id,
    side: 'SELL',
    price: plain.price,
    qty: '0.5',
    key: `algo-${instanceId}-${n}`,
    cancelAfterMs: null,
  }));
}
