import type { CreateAlgoInstanceBody, PutAlgoConfigBody } from '../contract/shapes/algos.ts';
import type { AlgoInstanceRow, MoveInstance } from '../facts.ts';
import { notHeld, readAnswer } from '../http/answers.ts';
import { sendableDocument } from './algo-document.ts';
import { algoConfigJson, algoInstanceJson, algoVersionJson } from './algo-row.ts';
import type { ReadHandler, ReadRequest, WriteHandler } from './handler.ts';
import { orderJson } from './order-row.ts';
import { pageAnswer } from './page-answer.ts';

/** One page of the organisation's instances, ascending by id. */
export const listAlgoInstances: ReadHandler = ({ services, caller, query }) => {
  const { orgId } = caller.user;
  const rows = services.state.algoInstances(orgId);
  return pageAnswer(
    services,
    query,
    { collection: 'algo-instances', orgId, rows, order: 'ascending', keyOf: (row) => String(row.instanceId) },
    algoInstanceJson,
  );
};

/** The ETag of an instance is the sequence of its latest document (ALG-04). */
export const getAlgoInstance: ReadHandler = (request) => {
  const instance = heldInstance(request);
  const answer = readAnswer(request.services, algoInstanceJson(instance, request.services));
  return { ...answer, headers: { ...answer.headers, ETag: `"${instance.configSeq}"` } };
};

/** One page of an instance's documents, in the order of their sequence. */
export const listAlgoConfigs: ReadHandler = (request) => {
  const { instanceId, orgId } = heldInstance(request);
  const rows = request.services.state.algoConfigs(instanceId);
  return pageAnswer(
    request.services,
    request.query,
    {
      collection: `algo-configs ${instanceId}`,
      orgId,
      rows,
      order: 'ascending',
      keyOf: (row) => String(row.seq),
    },
    algoConfigJson,
  );
};

/** One document of an instance; throws NOT_FOUND if the instance or the sequence is unknown. */
export const getAlgoConfig: ReadHandler = (request) => {
  const { instanceId } = heldInstance(request);
  const config = request.services.state.algoConfigs(instanceId).get(request.params['seq'] ?? '');
  if (config === undefined) throw notHeld(request.services, 'document');
  return readAnswer(request.services, algoConfigJson(config, request.services));
};

/** Newest first, like all orders (PAGE-12). */
export const listAlgoOrders: ReadHandler = (request) => {
  const { instanceId, orgId } = heldInstance(request);
  const rows = request.services.state.algoOrders(instanceId);
  return pageAnswer(
    request.services,
    request.query,
    {
      collection: `algo-orders ${instanceId}`,
      orgId,
      rows,
      order: 'descending',
      keyOf: (row) => row.orderId,
    },
    orderJson,
  );
};

/** The catalogue is the same for all organisations, ordered by pool and then by version. */
export const listAlgoVersions: ReadHandler = ({ services, caller, query }) =>
  pageAnswer(
    services,
    query,
    {
      collection: 'algo-versions',
      orgId: caller.user.orgId,
      rows: services.state.algoVersions,
      order: 'ascending',
      keyOf: (row) => `${row.pool}/${row.algoVersionId}`,
    },
    algoVersionJson,
  );

/** Builds the command that creates an instance, with names in its document replaced by ids. */
export const createAlgoInstance: WriteHandler = ({ services, caller, body }) => {
  const { algoVersionId, pool, displayName, remark = null, document } = body as CreateAlgoInstanceBody;
  const version = services.state.algoVersion(pool, algoVersionId);
  return {
    kind: 'create-instance',
    algoVersionId,
    pool,
    displayName,
    remark,
    document: sendableDocument(services, caller.user.orgId, version, document),
  };
};

/** A body may restate the sequence of If-Match; without the header it is no precondition (MATCH-02). */
export const putAlgoConfig: WriteHandler = (request) => {
  const { services, caller } = request;
  const { instanceId, pool, algoVersionId } = heldInstance(request);
  const { document, remark = null } = request.body as PutAlgoConfigBody;
  const version = services.state.algoVersion(pool, algoVersionId);
  return {
    kind: 'propose-config',
    instanceId,
    ifMatch: request.ifMatch,
    document: sendableDocument(services, caller.user.orgId, version, document),
    remark,
  };
};

/** The handler of a start, stop or delete of an instance. */
export function moveInstance(kind: MoveInstance['kind']): WriteHandler {
  return (request) => {
    const { remark = null } = request.body as { readonly remark?: string | null };
    return { kind, instanceId: heldInstance(request).instanceId, remark };
  };
}

/** Builds the command that stops every instance of the organisation. */
export const haltAlgos: WriteHandler = ({ body }) => {
  const { remark = null } = body as { readonly remark?: string | null };
  return { kind: 'halt-instances', remark };
};

/** Another organisation's instance is not found, on every route (ALG-01). */
function heldInstance({
  services,
  caller,
  params,
}: Pick<ReadRequest, 'services' | 'caller' | 'params'>): AlgoInstanceRow {
  const instance = services.state.algoInstances(caller.user.orgId).get(params['id'] ?? '');
  if (instance === undefined) throw notHeld(services, 'instance');
  return instance;
}
