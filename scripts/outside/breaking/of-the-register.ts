/** Broken on both ways: the register's collections, views and versions. */
import type { Layer } from '../proxy/telling.ts';
import { having, headerOf, keyOf, without } from '../proxy/telling.ts';
import {
  answering,
  asked,
  both,
  breakage,
  coded,
  dropping,
  everyObject,
  has,
  inItems,
  inJson,
  of,
  recoded,
  setting,
  stated,
  statusOf,
} from './breakage.ts';
import { lending, onRegister, PORTFOLIO, to, USER, unwritten, written } from './on-the-register.ts';

const ifMatch = (change: (sent: string) => string | undefined) =>
  asked((one) => {
    const sent = headerOf(one, 'if-match');
    if (sent === undefined || !to(PORTFOLIO)(one)) return one;
    const changed = change(sent);
    return changed === undefined ? without(one, 'If-Match') : having(one, 'If-Match', changed);
  });

const viewAs = (from: string, as: string) =>
  asked((one) => (/-policies/.test(one.path) ? { ...one, path: one.path.replace(`view=${from}`, `view=${as}`) } : one));

export const OF_THE_REGISTER = [
  breakage('REG-01', 'a collection is not there', stated(404, of(/^GET \/chain-policies$/))),
  breakage('REG-01', 'one user is not there', stated(404, of(/^GET \/users\/[0-9]+$/))),
  breakage(
    'REG-01',
    'rows under the key id',
    inItems(
      (items) => items.map(({ assetPolicyId, ...row }) => ({ id: assetPolicyId, ...row })),
      of(/^GET \/asset-policies$/),
    ),
  ),
  breakage('REG-02', 'the approved is the latest', viewAs('approved', 'latest')),
  breakage('REG-02', 'the latest is the approved', viewAs('latest', 'approved')),
  breakage(
    'REG-02',
    'nothing is approved',
    stated(404, (_, one) => /-policies.*view=approved/.test(one.path)),
  ),
  breakage('REG-03', 'anyone restates a user', lending('admin', USER, 'CAPABILITY_DENIED')),
  breakage('REG-03', 'want of users:manage has another code', recoded('FORBIDDEN', coded('CAPABILITY_DENIED'))),
  breakage('REG-03', 'a user is restated to what it was', unwritten(USER)),
  breakage('REG-04', 'a portfolio is restated to what it was', unwritten(PORTFOLIO)),
  breakage('REG-04', 'an account is restated to what it was', unwritten(/^PUT \/accounts\/[0-9]+$/)),
  breakage('REG-04', 'an address is restated to what it was', unwritten(/^PUT \/account-addresses\/[0-9]+$/)),
  breakage(
    'REG-05',
    'anyone approves an organisation',
    lending('deputy', /^POST \/orgs\/[0-9]+\/[a-z]+$/, 'CAPABILITY_DENIED'),
  ),
  breakage(
    'REG-06',
    'an account in DISCOVERED status has a name',
    inJson((json) =>
      everyObject(json, (object) => (object['status'] === 'DISCOVERED' ? { ...object, displayName: 'sub-1' } : object)),
    ),
  ),
  breakage(
    'REG-06',
    'an account in DISCOVERED status is not there',
    answering(both(statusOf(200), of(/^GET \/accounts\/[0-9]+$/)), (told) =>
      told.body.includes('DISCOVERED') ? { ...told, status: 404 } : told,
    ),
  ),
  breakage(
    'MATCH-01',
    'weak validators',
    setting('ETag', (told) => `W/${headerOf(told, 'etag')}`, has('ETag')),
  ),
  breakage('MATCH-01', 'no validators', dropping('ETag', onRegister)),
  breakage(
    'MATCH-01',
    'bare validators',
    setting('ETag', (told) => `${headerOf(told, 'etag')}`.replaceAll('"', ''), has('ETag')),
  ),
  breakage(
    'MATCH-02',
    '* is a version',
    ifMatch((sent) => (sent === '*' ? '"*"' : sent)),
  ),
  breakage(
    'MATCH-02',
    'an If-Match is owed',
    asked((one) =>
      to(PORTFOLIO)(one) && headerOf(one, 'if-match') === undefined ? having(one, 'If-Match', '"0"') : one,
    ),
  ),
  breakage(
    'MATCH-03',
    'a weak validator is taken',
    ifMatch((sent) => sent.replace(/^W\//, '')),
  ),
  breakage('MATCH-03', 'a weak validator has another code', recoded('MALFORMED_REQUEST', coded('INVALID_IF_MATCH'))),
  breakage(
    'MATCH-03',
    'a weak validator is stale',
    answering(coded('INVALID_IF_MATCH'), (told) => ({ ...told, status: 412 })),
  ),
  breakage(
    'MATCH-03',
    'a bare version is taken',
    ifMatch((sent) => (/^[0-9]+$/.test(sent) ? `"${sent}"` : sent)),
  ),
  breakage(
    'MATCH-03',
    'a version in other quotes is taken',
    ifMatch((sent) => sent.replace(/^'([0-9]+)'$/, '"$1"')),
  ),
  breakage(
    'MATCH-04',
    'the last writer wins',
    ifMatch((sent) => (/^"[0-9]+"$/.test(sent) ? undefined : sent)),
  ),
  breakage('MATCH-04', 'a stale write answers 409', stated(409, statusOf(412))),
  breakage('MATCH-04', 'a stale write answers 200', stated(200, statusOf(412))),
  breakage(
    'MATCH-04',
    'a stale write is made all the same',
    (): Layer => async (one, next) => {
      const told = await next(one);
      if (told.status === 412) await next(having(without(one, 'If-Match'), 'Idempotency-Key', `${keyOf(one)}-late`));
      return told;
    },
  ),
  breakage(
    'MATCH-05',
    'another id in the body is not seen',
    written(PORTFOLIO, ({ portfolioId: _, ...body }) => body),
  ),
  breakage(
    'MATCH-05',
    'another id in the body is not found',
    answering(both(statusOf(400), of(PORTFOLIO)), (told) => ({ ...told, status: 404 })),
  ),
] as const;
