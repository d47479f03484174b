import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { type OperationId, ROUTES, routeOf } from '../../gateway/contract/routes.ts';
import { AnswerPlace } from './answer-place.ts';

const orgIdOf = (externalId: string): number | undefined => (externalId === 'org-one' ? 1 : undefined);
const bearer = (claims: unknown): string => `Bearer h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

function request(method: string, url: string, headers: Record<string, string> = {}): IncomingMessage {
  return { method, url, headers } as unknown as IncomingMessage;
}

// biome-ignore format: an aligned table
const PLACES: readonly (readonly [string, IncomingMessage, object])[] = [
  ['a read',                            request('GET', '/orders'),                                               {}],
  ['a submission',                      request('POST', '/orders'),                                              { command: 'submit' }],
  ['a submission with a query',         request('POST', '/orders?x=1'),                                          { command: 'submit' }],
  ['a cancellation',                    request('POST', '/orders/17/cancel'),                                    { command: 'cancel' }],
  ['no known write',                    request('POST', '/orders/17/amend'),                                     {}],
  ['a creation',                        request('POST', '/account-addresses'),                                   { command: 'create' }],
  ['a restatement',                     request('PUT', '/credentials/17'),                                       { command: 'restate' }],
  ['an arm',                            request('POST', '/trading-policies/17/halt'),                            { command: 'halt' }],
  ['an instance',                       request('POST', '/algos/instances'),                                     { command: 'create-instance' }],
  ['a document',                        request('PUT', '/algos/instances/17/config'),                            { command: 'propose-config' }],
  ['a start',                           request('POST', '/algos/instances/17/start'),                            { command: 'start' }],
  ['a halt',                            request('POST', '/algos/halt'),                                          { command: 'halt-instances' }],
  ['its key',                           request('GET', '/me', { 'idempotency-key': 'k1' }),                      { key: 'k1' }],
  ['its organisation',                  request('GET', '/me', { authorization: bearer({ org_id: 'org-one' }) }), { org: 1 }],
  ['an unknown organisation', request('GET', '/me', { authorization: bearer({ org_id: 'org-two' }) }), {}],
  ['a numeric org_id',                  request('GET', '/me', { authorization: bearer({ org_id: 1 }) }),         {}],
  ['no claims',                         request('GET', '/me', { authorization: bearer(null) }),                  {}],
  ['no token',                          request('GET', '/me', { authorization: 'Bearer x.%%%.y' }),              {}],
  ['no bearer',                         request('GET', '/me', { authorization: 'Basic eA==' }),                  {}],
];

test.each(PLACES)('%s', (_, of, expected) => {
  const { member, command, org, key } = new AnswerPlace(of, 'm1', orgIdOf);
  expect({ member, command, org, key }).toEqual({ member: 'm1', ...expected });
});

test('every write has its command', () => {
  const writes = Object.keys(ROUTES).flatMap((operation) => {
    const { method, path, column } = routeOf(operation as OperationId);
    return column === 'write' ? [request(method, path.replaceAll(/:[a-z]+/g, '17'))] : [];
  });
  expect(writes.length).toBeGreaterThan(50);
  expect(writes.filter((write) => new AnswerPlace(write, 'm1', orgIdOf).command === undefined)).toEqual([]);
});
