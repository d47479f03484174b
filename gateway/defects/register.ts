/** Defects on requests and responses: the register's collections, views and versions. */
import { everyObject } from '../variations/layer.ts';
import { coded, inJson, of, recoded, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { keeping, lending, written } from './register-changes.ts';

export const REGISTER_DEFECTS = defects([
  ['REG-01 | any', 'a collection is not there', withStatus(404, of(/^GET \/chain-policies$/))],
  ['REG-01 | any', 'one user is not there', withStatus(404, of(/^GET \/users\/[0-9]+$/))],
  [
    'REG-02 | PAGE-10 QRY-04',
    'nothing is approved',
    withStatus(404, (_, request) => request.path.includes('-policies') && request.path.includes('view=approved')),
  ],
  ['REG-03', 'a new user has no capabilities', written(/^POST \/users$/, (body) => ({ ...body, capabilities: [] }))],
  ['REG-04', 'a restated address keeps its former address', keeping(/^PUT \/account-addresses\/[0-9]+$/, 'address')],
  ['REG-05', 'anyone suspends an organisation', lending('deputy', /^POST \/orgs\/[0-9]+\/suspend$/, 'CAPABILITY_DENIED')],
  ['REG-03 | ALG-03 AUTH-11 AUTH-14 CRED-13 ORD-17 REG-05', 'want of users:manage has another code', recoded('FORBIDDEN', coded('CAPABILITY_DENIED'))],
  [
    'REG-06',
    'an account in DISCOVERED status has a name',
    inJson((json) => everyObject(json, (object) => (object['status'] === 'DISCOVERED' ? { ...object, displayName: 'sub-1' } : object))),
  ],
]);
