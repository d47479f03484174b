/** Defects on responses: the two position headers. */
import { headerOf } from '../variations/layer.ts';
import {
  AS_OF,
  both,
  CANCEL,
  coded,
  DOORS,
  droppingHeader,
  has,
  inJson,
  OWNERS,
  of,
  PAGE,
  POSITION,
  READ,
  REPLAY,
  SUBMIT,
  settingHeader,
  statusOf,
  WRITE,
} from './changes.ts';
import { defects } from './defect.ts';

const ME = of(/^GET \/me$/);

export const POSITIONS_DEFECTS = defects([
  ['POS-01 | POS-06 POS-08', 'no position on a page', droppingHeader(POSITION, PAGE)],
  ['POS-01', 'no position on /me', droppingHeader(POSITION, ME)],
  ['POS-01 | POS-08', 'no position on a row', droppingHeader(POSITION, of(/^GET \/orders\//))],
  ['POS-01', 'no position on an execution', droppingHeader(POSITION, of(/^GET \/executions\//))],
  ['POS-01', 'no position on an operation', droppingHeader(POSITION, of(/^GET \/operations\//))],
  ['POS-01 | IDEM-13 ORD-11 POS-08', 'no position on an accepted order', droppingHeader(POSITION, both(SUBMIT, statusOf(201)))],
  ['POS-01 | POS-08', 'no position on a cancel', droppingHeader(POSITION, both(CANCEL, statusOf(200)))],
  ['POS-01 | any', 'a position in hex', settingHeader(POSITION, (response) => `0x${Number(headerOf(response, POSITION)).toString(16)}`, has(POSITION))],
  ['POS-02 | POS-06', 'no time on a page', droppingHeader(AS_OF, PAGE)],
  ['POS-02', 'no time on a row', droppingHeader(AS_OF, both(of(/^GET \/orders\//), statusOf(200)))],
  ['POS-02', 'no time on a 404', droppingHeader(AS_OF, both(READ, statusOf(404)))],
  ['POS-02', 'no time on /me', droppingHeader(AS_OF, ME)],
  ['POS-02', 'no time on an operation', droppingHeader(AS_OF, both(of(/^GET \/operations/), statusOf(200)))],
  ['POS-03', 'a time on an accepted order', settingHeader(AS_OF, () => '1767571200000000000', both(SUBMIT, statusOf(201)))],
  ['POS-03', 'a time on a cancel', settingHeader(AS_OF, () => '1767571200000000000', both(CANCEL, statusOf(200)))],
  ['POS-03 | ERR-11 POL-04', 'a time on a replay', settingHeader(AS_OF, () => '1767571200000000000', both(WRITE, has('idempotent-replay')))],
  ['POS-04 | any', 'a position on a door refusal', settingHeader(POSITION, () => '45', DOORS)],
  ['POS-04 | any', 'a position on a malformed order', settingHeader(POSITION, () => '45', both(SUBMIT, statusOf(400)))],
  ['POS-04 | IDEM-07 ORD-04 ORD-05 VER-04', 'a position on a name not held', settingHeader(POSITION, () => '45', both(SUBMIT, DOORS, statusOf(422)))],
  ['POS-04 | IDEM-06', 'a position on a reused key', settingHeader(POSITION, () => '45', both(WRITE, DOORS, statusOf(409)))],
  ['POS-04', 'a position on a 401', settingHeader(POSITION, () => '45', statusOf(401))],
  ['POS-05 | any', "no position on an owner's refusal", droppingHeader(POSITION, OWNERS)],
  ['POS-05 | ORD-08', 'no position on QTY_STEP_VIOLATION', droppingHeader(POSITION, coded('QTY_STEP_VIOLATION'))],
  ['POS-05 | ORD-10 VER-04', 'no position on INSTRUMENT_NOT_LIVE', droppingHeader(POSITION, both(OWNERS, coded('INSTRUMENT_NOT_LIVE')))],
  ['ORD-17 AUTH-14 | AUTH-10', 'no position on CAPABILITY_DENIED', droppingHeader(POSITION, both(OWNERS, coded('CAPABILITY_DENIED')))],
  ['POS-06', 'a page of another position than its header', inJson((json) => ({ ...json, globalSequence: '7' }), PAGE)],
  ['POS-06 | VER-07', 'a page without its time', inJson((json) => ({ ...json, asOfSeqTsNs: null }), PAGE)],
  ['POS-03', 'a replayed refusal carries a time', settingHeader(AS_OF, () => '1767571200000000000', both(WRITE, statusOf(422), has(REPLAY)))],
  ['POS-04', 'a 405 carries a position', settingHeader(POSITION, () => '7', statusOf(405))],
  ['POS-04', 'the refusal of a parameter carries a position', settingHeader(POSITION, () => '7', both(of(/^GET /), statusOf(400)))],
  ...(['globalSequence', 'asOfSeqTsNs'] as const).map(
    (member) =>
      [
        'POS-06',
        `${member} of a page of executions is one less than its header`,
        inJson((json) => ({ ...json, [member]: `${BigInt(String(json[member])) - 1n}` }), both(PAGE, of(/executions$/))),
      ] as const,
  ),
]);
