import type { ShapeName } from '../shapes/shapes.ts';
import { PAGE, type RouteRow } from './route-row.ts';

const ALGOS = { gate: 'routes.algos', tag: 'Algos', surface: 'algos' } as const;

function read<Path extends string>(path: Path, summary: string, body: ShapeName, isPage: boolean) {
  return {
    ...ALGOS,
    method: 'GET',
    path,
    column: 'read',
    summary,
    query: isPage ? PAGE : (['view'] as const),
    refusedQuery: ['status'],
    answers: { status: 200, body },
  } as const;
}

function write<Path extends string>(path: Path, summary: string, body: ShapeName) {
  return { ...ALGOS, method: 'POST', path, column: 'write', summary, query: [], body, owner: 'algos' } as const;
}

/** A state transition of an instance. It takes no precondition, because it does not change a document (ALG-09). */
function arm<Path extends string>(path: Path, summary: string) {
  return {
    ...write(path, summary, 'MoveAlgoInstanceBody'),
    bodyRequired: false,
    restates: { commandKey: 'key', instanceId: 'id' },
    ifMatch: 'refused',
    answers: { status: 200, body: 'AlgoInstance' },
  } as const;
}

/** The twelve operations of the algos surface (SVC-09). */
export const ALGO_ROUTES = {
  listAlgoInstances: read('/algos/instances', 'Every instance ever created', 'AlgoInstancePage', true),
  getAlgoInstance: {
    ...read('/algos/instances/:id', 'One instance', 'AlgoInstance', false),
    answers: { status: 200, body: 'AlgoInstance', etag: true },
  },
  listAlgoConfigs: read('/algos/instances/:id/configs', 'The documents of an instance', 'AlgoConfigPage', true),
  getAlgoConfig: read('/algos/instances/:id/configs/:seq', 'One document of an instance', 'AlgoConfig', false),
  listAlgoOrders: read(
    '/algos/instances/:id/orders',
    'The orders that an instance placed, newest first',
    'OrderPage',
    true,
  ),
  listAlgoVersions: read('/algos/versions', 'The versions loaded in each engine pool', 'AlgoVersionPage', true),
  createAlgoInstance: {
    ...write('/algos/instances', 'Create an instance with its first document', 'CreateAlgoInstanceBody'),
    restates: { commandKey: 'key' },
    answers: { status: 201, body: 'AlgoInstance' },
  },
  putAlgoConfig: {
    ...write('/algos/instances/:id/config', 'Propose the next document of an instance', 'PutAlgoConfigBody'),
    method: 'PUT',
    restates: { commandKey: 'key', instanceId: 'id', configSeq: 'ifMatch' },
    ifMatch: 'honoured',
    answers: { status: 200, body: 'AlgoConfig' },
  },
  startAlgoInstance: arm('/algos/instances/:id/start', 'Start an instance'),
  stopAlgoInstance: arm('/algos/instances/:id/stop', 'Stop an instance'),
  deleteAlgoInstance: arm('/algos/instances/:id/delete', 'Delete an instance for good; it stays readable'),
  haltAlgos: {
    ...write('/algos/halt', 'Stop every started instance of the organisation', 'HaltAlgosBody'),
    bodyRequired: false,
    restates: { commandKey: 'key' },
    answers: { status: 200, body: 'AlgosHalted' },
  },
} as const satisfies Record<string, RouteRow>;
