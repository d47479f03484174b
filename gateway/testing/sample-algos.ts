/** For tests of the algos routes: a member that has applied two versions and three instances. */
import type { AlgoInstanceRow, AlgosCommand, ConfigDocumentRow, Fact, OrderRow, Verdict } from '../facts.ts';
import type { SampleRequest } from './sample-client.ts';
import { version } from './sample-documents.ts';
import { orderFact, type Serving, serve, stated } from './sample-platform.ts';

export const REFERENCES = {
  type: 'object',
  properties: { account: { type: 'integer', 'x-service-reference': 'account' } },
};

/**
 * Instance 5 belongs to the first organisation and has two documents and an order; 6 is deleted; 7 belongs to the
 * second organisation.
 */
const FACTS: readonly Fact[] = [
  { kind: 'AlgoVersionRecorded', version: version(REFERENCES) },
  { kind: 'AlgoVersionRecorded', version: { ...version(REFERENCES), algoVersionId: 2 } },
  ...[instance(5), instance(6, { status: 'DELETED', configSeq: 1 }), instance(7, { orgId: 2 })].map(recorded),
  ...[config(5, 1), config(5, 2, { outcome: 'STAGED', outcomeAtNs: null }), config(6, 1)].map(documented),
  { kind: 'OrderUpdated', order: { ...anOrder('71'), algoInstanceId: 5, userId: 0 } },
  { kind: 'OrderUpdated', order: { ...anOrder('72'), algoInstanceId: 5, userId: 0 } },
  { kind: 'OrderUpdated', order: anOrder('73') },
];

export const DOCUMENT = '{ "account": "main" }';
export const CREATE = { algoVersionId: 1, pool: 'a', displayName: 'maker', remark: null, document: DOCUMENT };

export async function serveAlgos(over: Parameters<typeof serve>[0] = {}): Promise<Serving> {
  const serving = await serve(over);
  serving.platform.record(stated(FACTS), { facts: FACTS });
  serving.platform.judge = ({ body }) => judged(body as AlgosCommand);
  return serving;
}

/** A simplified owner's record of a command, sufficient for an answer. */
function judged(body: AlgosCommand): Verdict {
  switch (body.kind) {
    case 'create-instance':
      return {
        facts: [recorded(instance(8, { configSeq: 1 })), documented(config(8, 1, { document: body.document }))],
      };
    case 'propose-config':
      return {
        facts: [recorded(instance(5, { configSeq: 3 })), documented(config(5, 3, { document: body.document }))],
      };
    case 'halt-instances':
      return { facts: [recorded(instance(5)), { kind: 'AlgosHalted', orgId: 1, count: 1 }] };
    default:
      return { facts: [recorded(instance(5, { lastCause: 'STARTED' }))] };
  }
}

/** A write under the key `k`. */
export function write(path: string, body: object, over: Partial<SampleRequest> = {}): SampleRequest {
  const headers = { 'idempotency-key': 'k', 'content-type': 'application/json', ...over.headers };
  return { method: 'POST', ...over, path, headers, body: JSON.stringify(body) };
}

function instance(instanceId: number, of: Partial<AlgoInstanceRow> = {}): AlgoInstanceRow {
  return {
    instanceId,
    orgId: 1,
    algoVersionId: 1,
    pool: 'a',
    displayName: 'maker',
    remark: null,
    status: 'STOPPED',
    configSeq: 2,
    appliedConfigSeq: 1,
    createdByUserId: 11,
    startedByUserId: null,
    lastUpdatedByUserId: 11,
    lastCause: 'CREATED',
    createdAtNs: '1',
    updatedAtNs: '1',
    ...of,
  };
}

function config(instanceId: number, seq: number, of: Partial<ConfigDocumentRow> = {}): ConfigDocumentRow {
  return {
    instanceId,
    orgId: 1,
    seq,
    document: '{}',
    remark: null,
    outcome: 'APPLIED',
    outcomeAtNs: '2',
    detail: null,
    accountIds: [],
    instrumentIds: [],
    createdByUserId: 11,
    createdAtNs: '1',
    ...of,
  };
}

function recorded(row: AlgoInstanceRow): Fact {
  return { kind: 'AlgoInstanceRecorded', instance: row };
}

function documented(row: ConfigDocumentRow): Fact {
  return { kind: 'ConfigDocumentRecorded', config: row };
}

function anOrder(orderId: string): OrderRow {
  const fact = orderFact({ ...stated([]), principal: { orgId: 1, userId: 11 } }, orderId);
  if (fact.kind !== 'OrderUpdated') throw new Error('no order');
  return fact.order;
}
