import { describe, expect, test } from 'vitest';
import { CHANGE_NAMES, CHANGES } from './changes.ts';
import { publishedRetryable, publishedStatus, REFUSALS, REJECTION_REASONS } from './refusals.ts';
import { isRequirementId, requirement } from './requirements.ts';
import { routeOf } from './route-requirements.ts';
import type { RestRoute } from './routes.ts';
import { pathOf, REST_ROUTES } from './routes.ts';
import { TOLERANCES, TOLERATIONS } from './tolerances.ts';
import { compareVersions, isAtLeast, NEWEST_REST, REST_VERSIONS } from './versions.ts';

describe('requirements', () => {
  test('are found by id', () => {
    expect(requirement('IDEM-14')).toMatchObject({ since: '0.11.4', sees: 'control' });
    expect([isRequirementId('RID-01'), isRequirementId('RID-99'), isRequirementId('toString')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test('tolerances are A1 to A102', () =>
  expect(TOLERANCES.map(({ id }) => id)).toEqual(Array.from({ length: 102 }, (_, i) => `A${i + 1}`)));

test('reports list every tolerance that leaves a choice, and none that only asserts', () => {
  const listed = new Map(TOLERATIONS.map((one) => [one.id, one]));
  const isChoice =
    /\b(may|either|untested|or|only|never assert\w*|undetermined|exempt|none required|not required|any)\b/;
  const unlisted = TOLERANCES.filter(({ id }) => !listed.has(id));
  expect(TOLERANCES.filter(({ suite }) => /untested/.test(suite)).map(({ id }) => listed.get(id)?.kind)).toEqual([
    ...Array<string>(5).fill('not judged'),
  ]);
  // Each of these says or by another rule what must be; none lets a member choose.
  expect(unlisted.filter(({ suite }) => isChoice.test(suite)).map(({ id }) => id)).toEqual(['A74']);
  expect(listed.size + unlisted.length).toBe(TOLERANCES.length);
});

describe('changes', () => {
  test('are in the order of the versions, and each version has at least one', () => {
    const sinces = CHANGE_NAMES.map((name) => CHANGES[name].since);
    expect([...new Set(sinces)]).toEqual(REST_VERSIONS);
    expect([...sinces].sort(compareVersions)).toEqual(sinces);
  });
});

describe('versions', () => {
  test('are 27, oldest first', () => {
    expect(REST_VERSIONS).toHaveLength(27);
    expect([...REST_VERSIONS].sort(compareVersions)).toEqual(REST_VERSIONS);
    expect(REST_VERSIONS.at(-1)).toBe(NEWEST_REST);
  });

  test.each([
    ['0.10.0', '0.9.0', true],
    ['0.9.0', '0.10.0', false],
    ['0.12.0', '0.12.0', true],
    ['1.0.0', '0.14.0', true],
  ])('%s is at least %s: %s', (version, least, holds) => expect(isAtLeast(version, least)).toBe(holds));
});

describe('refusals', () => {
  test.each([
    ['MALFORMED_REQUEST', 400],
    ['CREDENTIAL_IN_USE', undefined],
    ['SOMETHING_NEWER', undefined],
    ['toString', undefined],
  ])('%s: %s', (code, published) => expect(publishedStatus(code)).toBe(published));

  test('the reason of an order rejection has the form of a code', () => {
    for (const reason of REJECTION_REASONS) expect(REFUSALS).toHaveProperty(reason);
  });

  test.each([
    [429, 'INBOX_FULL', false, true],
    [429, 'RATE_CEILING', true, false],
    [503, 'NOT_PRIMED', false, true],
    [503, 'ALGOS_UNAVAILABLE', false, false],
    [503, 'BALANCES_UNAVAILABLE', false, false],
    [503, 'TICKETS_UNAVAILABLE', false, false],
    [503, 'NOT_SERVING', false, undefined],
    [503, 'INTAKE_UNAVAILABLE', false, undefined],
    [503, 'A_NEWER_ONE', false, true],
    [500, 'INTERNAL_ERROR', false, false],
    [500, 'INTERRUPTED', false, true],
    [422, 'TICK_SIZE_VIOLATION', true, false],
    [400, 'MALFORMED_REQUEST', false, false],
  ])('%i %s, factual %s: retryable %s', (status, code, factual, retryable) =>
    expect(publishedRetryable({ status, code, factual })).toBe(retryable),
  );
});

test('the report says of comments and reqIds what the suite asserts beyond the register', () => {
  const accepted = (id: string) => TOLERATIONS.find((row) => row.id === id);
  expect(accepted('A84')).toMatchObject({ kind: 'either', accepts: expect.stringContaining('each name in a comment') });
  expect(accepted('A97')).toMatchObject({ kind: 'either', accepts: expect.stringContaining('unchanged') });
});

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
