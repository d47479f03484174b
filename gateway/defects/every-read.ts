/** Defects on one read other than those of orders: every response, row and refusal. */
import { everyObject, type HttpRequest, headerOf, type Json, withHeader } from '../variations/layer.ts';
import {
  AS_OF,
  both,
  changeWhere,
  coded,
  droppingHeader,
  inError,
  inJson,
  of,
  POSITION,
  recoded,
  retryable,
  settingHeader,
  statusOf,
  type When,
  withStatus,
} from './changes.ts';
import { defects } from './defect.ts';
import { page, refusedOf, row, unheld } from './read-changes.ts';

/** The X-Request-Id of a request; '' if it has none. */
export const sentId = (request: HttpRequest): string => headerOf(request, 'x-request-id') ?? '';
const inRow = (change: (json: Json) => Json, when: When) => inJson((json) => everyObject(json, change), when);

export const EVERY_READ_DEFECTS = defects([
  ['RID-01', 'no request id on a page of portfolios', droppingHeader('X-Request-Id', page('portfolios'))],
  ['RID-01', 'no request id on a policy that is not held', droppingHeader('X-Request-Id', unheld('asset-policies'))],
  ['RID-01', 'no request id on a 405 of balances', droppingHeader('X-Request-Id', both(statusOf(405), of(/balances/)))],
  ['RID-02', 'another request id on the catalogue', settingHeader('X-Request-Id', () => 'another-0001', page('algos/versions'))],
  [
    'RID-03',
    'a short request id is echoed on a user',
    changeWhere(row('users'), (response, request) => (sentId(request).length < 8 ? withHeader(response, 'X-Request-Id', sentId(request)) : response)),
  ],
  [
    'ERR-01 | ALG-01 AUTH-16 ERR-09 SVC-11',
    'an instance that is not held in plain text',
    changeWhere(unheld('algos/instances'), (response) => ({
      ...withHeader(response, 'Content-Type', 'text/plain'),
      body: 'Not Found',
    })),
  ],
  ['ERR-02', 'a refusal of credentials names another request', inError((error) => ({ ...error, requestId: 'another-0001' }), refusedOf('credentials'))],
  ['ERR-03', 'a refusal of addresses says nothing', inError((error) => ({ ...error, message: '' }), refusedOf('account-addresses'))],
  ['ERR-11', 'a refusal of chain policies may be tried again', retryable(true, refusedOf('chain-policies'))],
  [
    'ERR-04',
    'an unknown path below portfolios asks for a token',
    withStatus(
      401,
      (response, request) => request.path.startsWith('/portfolios/') && headerOf(request, 'authorization') === undefined && response.status === 404,
    ),
  ],
  ['ERR-04', 'an unknown path below algos is a row not held', recoded('NOT_FOUND', both(coded('ROUTE_NOT_FOUND'), of(/ \/algos\//)))],
  ['ERR-05', 'the halt of algos allows GET', settingHeader('Allow', () => 'GET, POST', both(statusOf(405), of(/ \/algos\/halt$/)))],
  ['ERR-05', 'a wrong method on a trading policy answers 404', withStatus(404, both(statusOf(405), of(/ \/trading-policies\/[0-9]+$/)))],
  ['ERR-05', 'an arm of a credential allows nothing', droppingHeader('Allow', both(statusOf(405), of(/ \/credentials\/[0-9]+\/suspend$/)))],
  ['ERR-06', 'a body too long for an asset policy answers 400', withStatus(400, both(statusOf(413), of(/^POST \/asset-policies$/)))],
  ['ERR-09', 'a portfolio that is not held is forbidden', withStatus(403, unheld('portfolios'))],
  ['ERR-09 | ALG-01', 'a document that is not held has another code', recoded('NO_DOCUMENT', both(of(/configs\/[0-9]+$/), statusOf(404)))],
  [
    'ERR-18',
    'an unreadable query of balances is ignored',
    () => (request, next) => next(/^\/account-balances\?.*%(zz|ff)/.test(request.path) ? { ...request, path: '/account-balances' } : request),
  ],
  ['POS-01 | POS-06', 'no position on the catalogue', droppingHeader(POSITION, page('algos/versions'))],
  ['POS-01', 'no position on a user that is not held', droppingHeader(POSITION, unheld('users'))],
  ['POS-02', 'no time on an asset policy', droppingHeader(AS_OF, row('asset-policies'))],
  ['POS-02', 'no time on a credential that is not held', droppingHeader(AS_OF, unheld('credentials'))],
  ['POS-04', 'a position on a refusal of addresses', settingHeader(POSITION, () => '45', both(refusedOf('account-addresses'), statusOf(400)))],
  ['POS-04', 'a position on a 401 of algos', settingHeader(POSITION, () => '45', both(statusOf(401), of(/ \/algos\//)))],
  [
    'ID-01 | BAL-01 BAL-03 BAL-06 SVC-11',
    'the account of a balance is text',
    inRow((one) => ('held' in one ? { ...one, accountId: `${one['accountId']}` } : one), page('account-balances')),
  ],
  [
    'ID-02 | ALG-19 PAGE-12 PAGE-16 SVC-11',
    "an instance's order has a number for its id",
    inRow((one) => ('orderId' in one ? { ...one, orderId: 17 } : one), page('algos/instances/[0-9]+/orders')),
  ],
  [
    'ID-03 | BAL-01 BAL-05 SVC-11',
    'the time of a reading is a number',
    inRow((one) => ('observedAtNs' in one ? { ...one, observedAtNs: Number(one['observedAtNs']) } : one), page('account-balances')),
  ],
  [
    'MON-15 | MON-18 POS-08 SVC-11',
    'a chain policy has a number for an amount',
    inRow((one) => ('maxTransferAmount' in one ? { ...one, maxTransferAmount: 5 } : one), row('chain-policies')),
  ],
  ['MON-15 | BAL-02 SVC-11', 'what is held is in exponent form', inRow((one) => ('held' in one ? { ...one, held: '2e2' } : one), page('account-balances'))],
  [
    'MON-16 | SVC-11',
    'a trading policy with a scaled integer',
    inRow((one) => ('maxOrderQty' in one ? { ...one, unscaled: 5 } : one), row('trading-policies')),
  ],
  ['SVC-11 | MON-18 POS-08 REG-01', 'a chain policy without its key', inRow(({ chainPolicyId: _, ...one }) => one, row('chain-policies'))],
]);
