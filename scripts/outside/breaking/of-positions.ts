/** Broken on the way out: the two headers of a position. */

import { headerOf } from '../proxy/telling.ts';
import {
  AS_OF,
  both,
  breakage,
  CANCEL,
  coded,
  DOORS,
  dropping,
  has,
  inJson,
  OWNERS,
  of,
  PAGE,
  POSITION,
  READ,
  SUBMIT,
  setting,
  statusOf,
  WRITE,
} from './breakage.ts';

const ME = of(/^GET \/me$/);

export const OF_POSITIONS = [
  breakage('POS-01', 'no position on a page', dropping(POSITION, PAGE)),
  breakage('POS-01', 'no position on /me', dropping(POSITION, ME)),
  breakage('POS-01', 'no position on a row', dropping(POSITION, of(/^GET \/orders\//))),
  breakage('POS-01', 'no position on an execution', dropping(POSITION, of(/^GET \/executions\//))),
  breakage('POS-01', 'no position on an operation', dropping(POSITION, of(/^GET \/operations\//))),
  breakage('POS-01', 'no position on an accepted order', dropping(POSITION, both(SUBMIT, statusOf(201)))),
  breakage('POS-01', 'no position on a cancel', dropping(POSITION, both(CANCEL, statusOf(200)))),
  breakage(
    'POS-01',
    'a position in hex',
    setting(POSITION, (told) => `0x${Number(headerOf(told, POSITION)).toString(16)}`, has(POSITION)),
  ),
  breakage('POS-02', 'no time on a page', dropping(AS_OF, PAGE)),
  breakage('POS-02', 'no time on a row', dropping(AS_OF, both(of(/^GET \/orders\//), statusOf(200)))),
  breakage('POS-02', 'no time on a 404', dropping(AS_OF, both(READ, statusOf(404)))),
  breakage('POS-02', 'no time on /me', dropping(AS_OF, ME)),
  breakage('POS-02', 'no time on an operation', dropping(AS_OF, both(of(/^GET \/operations/), statusOf(200)))),
  breakage(
    'POS-03',
    'a time on an accepted order',
    setting(AS_OF, () => '1767571200000000000', both(SUBMIT, statusOf(201))),
  ),
  breakage(
    'POS-03',
    "a time on an owner's refusal",
    setting(AS_OF, () => '1767571200000000000', both(WRITE, statusOf(422), has(POSITION))),
  ),
  breakage(
    'POS-03',
    'a time on a cancel',
    setting(AS_OF, () => '1767571200000000000', both(CANCEL, statusOf(200))),
  ),
  breakage(
    'POS-03',
    'a time on a replay',
    setting(AS_OF, () => '1767571200000000000', both(WRITE, has('idempotent-replay'))),
  ),
  breakage(
    'POS-04',
    'a position on a door refusal',
    setting(POSITION, () => '45', DOORS),
  ),
  breakage(
    'POS-04',
    'a position on a malformed order',
    setting(POSITION, () => '45', both(SUBMIT, statusOf(400))),
  ),
  breakage(
    'POS-04',
    'a position on a name not held',
    setting(POSITION, () => '45', both(SUBMIT, DOORS, statusOf(422))),
  ),
  breakage(
    'POS-04',
    'a position on a reused key',
    setting(POSITION, () => '45', both(WRITE, DOORS, statusOf(409))),
  ),
  breakage(
    'POS-04',
    'a position on a 401',
    setting(POSITION, () => '45', statusOf(401)),
  ),
  breakage('POS-05', "no position on an owner's refusal", dropping(POSITION, OWNERS)),
  breakage('POS-05', 'no position on QTY_STEP_VIOLATION', dropping(POSITION, coded('QTY_STEP_VIOLATION'))),
  breakage(
    'POS-05',
    'no position on INSTRUMENT_NOT_LIVE',
    dropping(POSITION, both(OWNERS, coded('INSTRUMENT_NOT_LIVE'))),
  ),
  breakage(
    'ORD-17 AUTH-14',
    'no position on CAPABILITY_DENIED',
    dropping(POSITION, both(OWNERS, coded('CAPABILITY_DENIED'))),
  ),
  breakage('ERR-15', 'no position on RATE_CEILING', dropping(POSITION, both(OWNERS, coded('RATE_CEILING')))),
  breakage(
    'ORD-12',
    'no position on NO_REFERENCE_PRICE',
    dropping(POSITION, both(OWNERS, coded('NO_REFERENCE_PRICE'))),
  ),
  breakage(
    'POS-06',
    'a page of another position than its header',
    inJson((json) => ({ ...json, globalSequence: '7' }), PAGE),
  ),
  breakage(
    'POS-06',
    'a page of another time than its header',
    inJson((json) => ({ ...json, asOfSeqTsNs: '1767571200000000001' }), PAGE),
  ),
  breakage(
    'POS-06',
    'a page without its time',
    inJson((json) => ({ ...json, asOfSeqTsNs: null }), PAGE),
  ),
];
