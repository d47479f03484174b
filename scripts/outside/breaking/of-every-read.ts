/** Broken on one read alone, beside those of orders: what the interface says of every answer, every row and every refusal. */
import type { Asked, Json } from '../proxy/telling.ts';
import { everyObject, having, headerOf } from '../proxy/telling.ts';
import {
  AS_OF,
  answering,
  both,
  breakage,
  coded,
  dropping,
  inError,
  inJson,
  of,
  POSITION,
  recoded,
  retryable,
  setting,
  stated,
  statusOf,
  type When,
} from './breakage.ts';
import { page, refusedOf, row, unheld } from './one-read.ts';

export const sentId = (one: Asked): string => headerOf(one, 'x-request-id') ?? '';
const inRow = (change: (json: Json) => Json, when: When) => inJson((json) => everyObject(json, change), when);

export const OF_EVERY_READ = [
  breakage('RID-01', 'no request id on a page of portfolios', dropping('X-Request-Id', page('portfolios'))),
  breakage('RID-01', 'no request id on a policy that is not held', dropping('X-Request-Id', unheld('asset-policies'))),
  breakage(
    'RID-01',
    'no request id on a 405 of balances',
    dropping('X-Request-Id', both(statusOf(405), of(/balances/))),
  ),
  breakage(
    'RID-02',
    'another request id on the catalogue',
    setting('X-Request-Id', () => 'another-0001', page('algos/versions')),
  ),
  breakage(
    'RID-03',
    'a short request id is echoed on a user',
    answering(row('users'), (told, one) => (sentId(one).length < 8 ? having(told, 'X-Request-Id', sentId(one)) : told)),
  ),
  breakage(
    'RID-03',
    'a long request id is refused on accounts',
    stated(
      400,
      both(page('accounts'), (_, one) => sentId(one).length > 128),
    ),
  ),
  breakage(
    'ERR-01',
    'an instance that is not held in plain text',
    answering(unheld('algos/instances'), (told) => ({
      ...having(told, 'Content-Type', 'text/plain'),
      body: 'Not Found',
    })),
  ),
  breakage(
    'ERR-02',
    'a refusal of credentials names another request',
    inError((error) => ({ ...error, requestId: 'another-0001' }), refusedOf('credentials')),
  ),
  breakage(
    'ERR-03',
    'a refusal of addresses says nothing',
    inError((error) => ({ ...error, message: '' }), refusedOf('account-addresses')),
  ),
  breakage('ERR-11', 'a refusal of chain policies may be tried again', retryable(true, refusedOf('chain-policies'))),
  breakage(
    'ERR-04',
    'an unknown path below portfolios asks for a token',
    stated(
      401,
      (told, one) =>
        one.path.startsWith('/portfolios/') && headerOf(one, 'authorization') === undefined && told.status === 404,
    ),
  ),
  breakage(
    'ERR-04',
    'an unknown path below algos is a row not held',
    recoded('NOT_FOUND', both(coded('ROUTE_NOT_FOUND'), of(/ \/algos\//))),
  ),
  breakage(
    'ERR-05',
    'the halt of algos allows GET',
    setting('Allow', () => 'GET, POST', both(statusOf(405), of(/ \/algos\/halt$/))),
  ),
  breakage(
    'ERR-05',
    'a wrong method on a trading policy answers 404',
    stated(404, both(statusOf(405), of(/ \/trading-policies\/[0-9]+$/))),
  ),
  breakage(
    'ERR-05',
    'an arm of a credential allows nothing',
    dropping('Allow', both(statusOf(405), of(/ \/credentials\/[0-9]+\/suspend$/))),
  ),
  breakage(
    'ERR-06',
    'a body too long for an asset policy answers 400',
    stated(400, both(statusOf(413), of(/^POST \/asset-policies$/))),
  ),
  breakage('ERR-09', 'a portfolio that is not held is forbidden', stated(403, unheld('portfolios'))),
  breakage(
    'ERR-09',
    'a document that is not held has another code',
    recoded('NO_DOCUMENT', both(of(/configs\/[0-9]+$/), statusOf(404))),
  ),
  breakage(
    'ERR-18',
    'an unreadable query of balances is ignored',
    () => (one, next) =>
      next(/^\/account-balances\?.*%(zz|ff)/.test(one.path) ? { ...one, path: '/account-balances' } : one),
  ),
  breakage('POS-01', 'no position on the catalogue', dropping(POSITION, page('algos/versions'))),
  breakage('POS-01', 'no position on a user that is not held', dropping(POSITION, unheld('users'))),
  breakage('POS-02', 'no time on an asset policy', dropping(AS_OF, row('asset-policies'))),
  breakage('POS-02', 'no time on a credential that is not held', dropping(AS_OF, unheld('credentials'))),
  breakage(
    'POS-04',
    'a position on a refusal of addresses',
    setting(POSITION, () => '45', both(refusedOf('account-addresses'), statusOf(400))),
  ),
  breakage(
    'POS-04',
    'a position on a 401 of algos',
    setting(POSITION, () => '45', both(statusOf(401), of(/ \/algos\//))),
  ),
  breakage(
    'ID-01',
    'the account of a balance is text',
    inRow((one) => ('held' in one ? { ...one, accountId: `${one['accountId']}` } : one), page('account-balances')),
  ),
  breakage(
    'ID-02',
    "an instance's order has a number for its id",
    inRow((one) => ('orderId' in one ? { ...one, orderId: 17 } : one), page('algos/instances/[0-9]+/orders')),
  ),
  breakage(
    'ID-03',
    'the time of a reading is a number',
    inRow(
      (one) => ('observedAtNs' in one ? { ...one, observedAtNs: Number(one['observedAtNs']) } : one),
      page('account-balances'),
    ),
  ),
  breakage(
    'ID-03',
    'the time of a document is in ISO 8601',
    inRow(
      (one) => ('outcomeAtNs' in one ? { ...one, outcomeAtNs: '2026-01-05T00:00:00Z' } : one),
      row('algos/instances/[0-9]+/configs'),
    ),
  ),
  breakage(
    'MON-15',
    'a chain policy has a number for an amount',
    inRow((one) => ('maxTransferAmount' in one ? { ...one, maxTransferAmount: 5 } : one), row('chain-policies')),
  ),
  breakage(
    'MON-15',
    'what is held is in exponent form',
    inRow((one) => ('held' in one ? { ...one, held: '2e2' } : one), page('account-balances')),
  ),
  breakage(
    'MON-16',
    'a trading policy with a scaled integer',
    inRow((one) => ('maxOrderQty' in one ? { ...one, unscaled: 5 } : one), row('trading-policies')),
  ),
  breakage(
    'SVC-11',
    'a chain policy without its key',
    inRow(({ chainPolicyId: _, ...one }) => one, row('chain-policies')),
  ),
];
