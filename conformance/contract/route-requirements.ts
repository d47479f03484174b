/**
 * The requirement that each route serves its purpose. A member that answers a valid request there with 500, or with an
 * undocumented response, breaks this requirement.
 */
import type { RequirementId } from './requirements.ts';
import type { RouteName } from './routes.ts';

const ROUTE_REQUIREMENTS = {
  'GET /openapi.json': 'SVC-01',
  'GET /docs': 'SVC-03',
  'GET /me': 'AUTH-12',
  'GET /operations/{key}': 'IDEM-10',
  'GET /orgs': 'REG-01',
  'GET /orgs/{id}': 'REG-01',
  'GET /users': 'REG-01',
  'GET /users/{id}': 'REG-01',
  'POST /users': 'REG-03',
  'PUT /users/{id}': 'REG-03',
  'GET /credentials': 'REG-01',
  'GET /credentials/{id}': 'REG-01',
  'POST /credentials': 'CRED-01',
  'PUT /credentials/{id}': 'CRED-07',
  'POST /credentials/{id}/approve': 'CRED-07',
  'POST /credentials/{id}/suspend': 'CRED-07',
  'POST /credentials/{id}/reactivate': 'CRED-07',
  'POST /credentials/{id}/revoke': 'CRED-07',
  'POST /credentials/{id}/withdraw': 'CRED-07',
  'POST /credentials/{id}/rotate': 'CRED-08',
  'GET /accounts': 'REG-01',
  'GET /accounts/{id}': 'REG-01',
  'POST /accounts': 'REG-04',
  'PUT /accounts/{id}': 'REG-04',
  'GET /account-addresses': 'REG-01',
  'GET /account-addresses/{id}': 'REG-01',
  'POST /account-addresses': 'REG-04',
  'PUT /account-addresses/{id}': 'REG-04',
  'GET /portfolios': 'REG-01',
  'GET /portfolios/{id}': 'REG-01',
  'POST /portfolios': 'REG-04',
  'PUT /portfolios/{id}': 'REG-04',
  'GET /asset-policies': 'REG-01',
  'GET /asset-policies/{id}': 'REG-01',
  'POST /asset-policies': 'POL-01',
  'PUT /asset-policies/{id}': 'POL-01',
  'POST /asset-policies/{id}/approve': 'POL-01',
  'POST /asset-policies/{id}/retire': 'POL-01',
  'POST /asset-policies/{id}/withdraw': 'POL-01',
  'POST /asset-policies/{id}/halt': 'POL-01',
  'POST /asset-policies/{id}/resume': 'POL-01',
  'GET /chain-policies': 'REG-01',
  'GET /chain-policies/{id}': 'REG-01',
  'POST /chain-policies': 'POL-01',
  'PUT /chain-policies/{id}': 'POL-01',
  'POST /chain-policies/{id}/approve': 'POL-01',
  'POST /chain-policies/{id}/retire': 'POL-01',
  'POST /chain-policies/{id}/withdraw': 'POL-01',
  'POST /chain-policies/{id}/halt': 'POL-01',
  'POST /chain-policies/{id}/resume': 'POL-01',
  'GET /trading-policies': 'REG-01',
  'GET /trading-policies/{id}': 'REG-01',
  'POST /trading-policies': 'POL-01',
  'PUT /trading-policies/{id}': 'POL-01',
  'POST /trading-policies/{id}/approve': 'POL-01',
  'POST /trading-policies/{id}/retire': 'POL-01',
  'POST /trading-policies/{id}/withdraw': 'POL-01',
  'POST /trading-policies/{id}/halt': 'POL-01',
  'POST /trading-policies/{id}/resume': 'POL-01',
  'GET /orders': 'ORD-18',
  'GET /orders/{id}': 'ORD-18',
  'GET /executions': 'EXE-01',
  'GET /executions/{id}': 'EXE-01',
  'POST /orders': 'ORD-01',
  'POST /orders/{id}/cancel': 'ORD-14',
  'GET /account-balances': 'BAL-01',
  'GET /algos/instances': 'ALG-01',
  'GET /algos/instances/{id}': 'ALG-01',
  'GET /algos/instances/{id}/configs': 'ALG-22',
  'GET /algos/instances/{id}/configs/{seq}': 'ALG-22',
  'GET /algos/instances/{id}/orders': 'ALG-19',
  'GET /algos/versions': 'ALG-20',
  'POST /algos/instances': 'ALG-02',
  'PUT /algos/instances/{id}/config': 'ALG-05',
  'POST /algos/instances/{id}/start': 'ALG-10',
  'POST /algos/instances/{id}/stop': 'ALG-10',
  'POST /algos/instances/{id}/delete': 'ALG-10',
  'POST /algos/halt': 'ALG-11',
  'POST /v1/ws-tickets': 'TKT-01',
} as const satisfies Record<RouteName | 'GET /openapi.json' | 'GET /docs', RequirementId>;

interface NamedRoute {
  /** `PUT /users/{id}` */
  readonly name: string;
  readonly requirement: RequirementId;
}

/** The routes below one segment of a path. */
interface Segment {
  readonly below: Map<string, Segment>;
  /** For `{id}`. */
  parameter?: Segment;
  route?: NamedRoute;
}

/** By method, then by each segment: a run looks the route of every request up, and the patterns of all routes took longer. */
const ROOT: Segment = { below: new Map() };

for (const [name, requirement] of Object.entries(ROUTE_REQUIREMENTS)) {
  let at = ROOT;
  for (const segment of segmentsOf(name)) at = segment.startsWith('{') ? parameterOf(at) : belowOf(at, segment);
  at.route = { name, requirement };
}

function parameterOf(at: Segment): Segment {
  at.parameter ??= { below: new Map() };
  return at.parameter;
}

function belowOf(at: Segment, segment: string): Segment {
  const known = at.below.get(segment);
  if (known !== undefined) return known;
  const made: Segment = { below: new Map() };
  at.below.set(segment, made);
  return made;
}

function segmentsOf(line: string): readonly string[] {
  return line.split('/');
}

let latest: { readonly method: string; readonly path: string; readonly route: NamedRoute | undefined } | undefined;

/** The route that the request addresses; undefined where the interface has no such route. */
export function routeOf(method: string, path: string): NamedRoute | undefined {
  // A request is looked up when it is sent, when it is answered and when it is judged.
  if (latest?.path !== path || latest.method !== method) latest = { method, path, route: lookedUp(method, path) };
  return latest.route;
}

function lookedUp(method: string, path: string): NamedRoute | undefined {
  const query = path.indexOf('?');
  let at: Segment | undefined = ROOT;
  for (const segment of segmentsOf(`${method} ${query < 0 ? path : path.slice(0, query)}`)) {
    at = at.below.get(segment) ?? (segment === '' ? undefined : at.parameter);
    if (at === undefined) return undefined;
  }
  return at.route;
}
