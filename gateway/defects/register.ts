/** Defects on requests and responses: the register's collections, views and versions. */
import { everyObject } from '../variations/layer.ts';
import { both, changeRequest, changeWhere, coded, inItems, inJson, of, recoded, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { keeping, lending, PORTFOLIO, USER, unwritten, written } from './register-changes.ts';

const viewAs = (from: string, as: string, path = /-policies/) =>
  changeRequest((request) => (path.test(request.path) ? { ...request, path: request.path.replace(`view=${from}`, `view=${as}`) } : request));

export const REGISTER_DEFECTS = defects([
  ['REG-01 | any', 'a collection is not there', withStatus(404, of(/^GET \/chain-policies$/))],
  ['REG-01 | any', 'one user is not there', withStatus(404, of(/^GET \/users\/[0-9]+$/))],
  [
    'REG-01 | PAGE-13 PAGE-16 POS-08 REG-02 SVC-11',
    'rows under the key id',
    inItems((items) => items.map(({ assetPolicyId, ...row }) => ({ id: assetPolicyId, ...row })), of(/^GET \/asset-policies$/)),
  ],
  ['REG-02', 'the approved is the latest', viewAs('approved', 'latest')],
  ['REG-02', 'the latest is the approved', viewAs('latest', 'approved')],
  [
    'REG-02 | PAGE-10 QRY-04',
    'nothing is approved',
    withStatus(404, (_, request) => request.path.includes('-policies') && request.path.includes('view=approved')),
  ],
  [
    'REG-01',
    'an organisation has the id of the next',
    inJson((json) => ({ ...json, orgId: Number(json['orgId']) + 1 }), both(of(/^GET \/orgs\/[0-9]+$/), statusOf(200))),
  ],
  ['REG-02', 'a page of approved rows lists the latest', viewAs('approved', 'latest', /-policies\?/)],
  ['REG-02', 'the latest of one row is the approved', viewAs('latest', 'approved', /-policies\/[0-9]+\?/)],
  [
    'REG-02',
    'one row without a view is the approved',
    changeRequest((request) =>
      request.method === 'GET' && /-policies\/[0-9]+$/.test(request.path) ? { ...request, path: `${request.path}?view=approved` } : request,
    ),
  ],
  ['REG-03', 'a new user has no capabilities', written(/^POST \/users$/, (body) => ({ ...body, capabilities: [] }))],
  ['REG-04', 'a restated address keeps its former address', keeping(/^PUT \/account-addresses\/[0-9]+$/, 'address')],
  ['REG-04', 'a restated account keeps its former name', keeping(/^PUT \/accounts\/[0-9]+$/, 'displayName')],
  ['REG-05', 'anyone suspends an organisation', lending('deputy', /^POST \/orgs\/[0-9]+\/suspend$/, 'CAPABILITY_DENIED')],
  ['REG-03', 'anyone restates a user', lending('admin', USER, 'CAPABILITY_DENIED')],
  ['REG-03 | ALG-03 AUTH-11 AUTH-14 CRED-13 ORD-17 REG-05', 'want of users:manage has another code', recoded('FORBIDDEN', coded('CAPABILITY_DENIED'))],
  ['REG-03', 'a user is restated to what it was', unwritten(USER)],
  ['REG-04', 'a portfolio is restated to what it was', unwritten(PORTFOLIO)],
  ['REG-04', 'an account is restated to what it was', unwritten(/^PUT \/accounts\/[0-9]+$/)],
  ['REG-04', 'an address is restated to what it was', unwritten(/^PUT \/account-addresses\/[0-9]+$/)],
  ['REG-05', 'anyone approves an organisation', lending('deputy', /^POST \/orgs\/[0-9]+\/[a-z]+$/, 'CAPABILITY_DENIED')],
  [
    'REG-06',
    'an account in DISCOVERED status has a name',
    inJson((json) => everyObject(json, (object) => (object['status'] === 'DISCOVERED' ? { ...object, displayName: 'sub-1' } : object))),
  ],
  [
    'REG-06',
    'an account in DISCOVERED status is not there',
    changeWhere(both(statusOf(200), of(/^GET \/accounts\/[0-9]+$/)), (response) =>
      response.body.includes('DISCOVERED') ? { ...response, status: 404 } : response,
    ),
  ],
]);
