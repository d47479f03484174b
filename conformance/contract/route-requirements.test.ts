import { expect, test } from 'vitest';
import { requirement } from './requirements.ts';
import { routeOf } from './route-requirements.ts';
import { pathOf, REST_ROUTES, type RestRoute } from './routes.ts';
import { isAtLeast } from './versions.ts';

const nameOf = (route: RestRoute) => `${route.method} ${route.path}`;

test("every route has a requirement that holds since the route's first version, except POST /credentials", () => {
  const later = REST_ROUTES.filter((route) => {
    const id = routeOf(route.method, pathOf(route, { id: 7, seq: 1, key: 'k-1' }))?.requirement;
    return id === undefined || !isAtLeast(route.since, requirement(id).since);
  });
  // The interface dates CRED-01 0.8.0, when it added the two venue families.
  expect(later.map(nameOf)).toEqual(['POST /credentials']);
});

test.each([
  ['GET', '/openapi.json', 'SVC-01'],
  ['GET', '/orders?limit=1', 'ORD-18'],
  ['GET', '/orders/12', 'ORD-18'],
  ['POST', '/orders/12/cancel', 'ORD-14'],
  ['POST', '/credentials/3/rotate', 'CRED-08'],
  ['GET', '/algos/versions', 'ALG-20'],
  ['GET', '/algos/instances/7/configs/2?seq=3', 'ALG-22'],
  ['GET', '/nowhere', undefined],
  ['GET', '/openapi-json', undefined],
  ['GET', '/orders/', undefined],
  ['GET', '/orders//cancel', undefined],
  ['POST', '/orders/12/cancel/', undefined],
  ['GET /orders', '', undefined],
  ['POST', '/orgs', undefined],
])('%s %s: %s', (method, path, id) => expect(routeOf(method, path)?.requirement).toBe(id));
