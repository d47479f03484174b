/** Broken on the way out: refusals, request ids, positions, ids, money and rows. */
import {
  AS_OF,
  always,
  answering,
  both,
  breakage,
  CANCEL,
  coded,
  codeOf,
  DOORS,
  dropping,
  everyObject,
  has,
  having,
  headerOf,
  inDocument,
  inError,
  inJson,
  inRows,
  type Json,
  type Layer,
  OWNERS,
  of,
  PAGE,
  POSITION,
  publishes,
  READ,
  REFUSAL,
  SUBMIT,
  setting,
  stated,
  statusOf,
  WRITE,
} from './breakage.ts';

const ME = of(/^GET \/me$/);
const NOT_FOUND = both(statusOf(404), of(/^GET \/(orders|executions)\//));

const OF_REFUSALS = [
  breakage(
    'ERR-01',
    'a refusal without its envelope',
    inJson((json) => json['error'] ?? json, REFUSAL),
  ),
  breakage(
    'ERR-01',
    'a 401 without its envelope',
    inJson((json) => json['error'] ?? json, statusOf(401)),
  ),
  breakage(
    'ERR-01',
    'a 404 in plain text',
    answering(statusOf(404), (told) => ({ ...having(told, 'Content-Type', 'text/plain'), body: 'Not Found' })),
  ),
  breakage(
    'ERR-01',
    'a 405 in plain text',
    answering(statusOf(405), (told) => ({ ...having(told, 'Content-Type', 'text/plain'), body: 'Method Not Allowed' })),
  ),
  breakage(
    'ERR-01',
    'a 403 without retryable',
    inError(({ retryable: _, ...error }) => error, statusOf(403)),
  ),
  breakage(
    'ERR-01',
    'a 503 without retryable',
    inError(({ retryable: _, ...error }) => error, statusOf(503)),
  ),
  breakage(
    'ERR-01',
    'a 429 whose retryable is text',
    inError((error) => ({ ...error, retryable: 'true' }), statusOf(429)),
  ),
  breakage(
    'ERR-01',
    'a 500 without its envelope',
    inJson((json) => json['error'] ?? json, statusOf(500)),
  ),
  breakage(
    'ERR-01',
    "an owner's refusal without a code",
    inError(({ code: _, ...error }) => error, OWNERS),
  ),
  breakage(
    'ERR-01',
    'a refusal in HTML by its type',
    setting('Content-Type', () => 'text/html', both(REFUSAL, statusOf(400))),
  ),
  breakage(
    'ERR-02',
    'an error that names another request',
    inError((error) => ({ ...error, requestId: 'another-request' })),
  ),
  breakage(
    'ERR-02',
    'a 403 that names another request',
    inError((error) => ({ ...error, requestId: 'another-request' }), statusOf(403)),
  ),
  breakage(
    'ERR-02',
    'a 503 that names no request',
    inError(({ requestId: _, ...error }) => error, statusOf(503)),
  ),
  breakage(
    'ERR-02',
    'a 413 that names another request',
    inError((error) => ({ ...error, requestId: 'another-request' }), statusOf(413)),
  ),
  breakage(
    'ERR-03',
    'an empty message',
    inError((error) => ({ ...error, message: '' })),
  ),
  breakage(
    'ERR-03',
    'no message on a 404',
    inError(({ message: _, ...error }) => error, statusOf(404)),
  ),
  breakage(
    'ERR-03',
    'no message on a 403',
    inError(({ message: _, ...error }) => error, statusOf(403)),
  ),
  breakage(
    'ERR-03',
    'no message on a 429',
    inError(({ message: _, ...error }) => error, statusOf(429)),
  ),
  breakage(
    'ERR-04',
    'an unknown path answers NOT_FOUND',
    inError((error) => ({ ...error, code: 'NOT_FOUND' }), coded('ROUTE_NOT_FOUND')),
  ),
  breakage(
    'ERR-04',
    'an unknown path asks for a token',
    stated(401, (told, asked) => codeOf(told) === 'ROUTE_NOT_FOUND' && headerOf(asked, 'authorization') === undefined),
  ),
  breakage('ERR-05', 'no Allow', dropping('Allow', statusOf(405))),
  breakage(
    'ERR-05',
    'Allow lists one more',
    setting('Allow', (told) => `${headerOf(told, 'allow')}, DELETE, PUT, PATCH`, statusOf(405)),
  ),
  breakage(
    'ERR-05',
    'Allow lists one less',
    setting('Allow', (told) => (headerOf(told, 'allow') ?? '').replace(/, POST|POST, /, ''), statusOf(405)),
  ),
  breakage('ERR-05', 'a wrong method answers 404', stated(404, statusOf(405))),
  breakage(
    'ERR-05',
    'a wrong method answers another code',
    inError((error) => ({ ...error, code: 'NOT_ALLOWED' }), statusOf(405)),
  ),
  breakage('ERR-06', 'a body too long answers 400', stated(400, statusOf(413))),
  breakage(
    'ERR-06',
    'a body too long answers another code',
    inError((error) => ({ ...error, code: 'TOO_LARGE' }), statusOf(413)),
  ),
  breakage('ERR-07', 'malformed JSON answers 422', stated(422, both(WRITE, statusOf(400)))),
  breakage(
    'ERR-07 ERR-08 ERR-18',
    'what is malformed answers another code',
    inError((error) => ({ ...error, code: 'BAD_REQUEST' }), coded('MALFORMED_REQUEST')),
  ),
  breakage(
    'ERR-08',
    'an unreadable charset answers 415',
    stated(415, (told, asked) => told.status === 400 && /utf-16|bogus/.test(headerOf(asked, 'content-type') ?? '')),
  ),
  breakage(
    'ERR-18',
    'an unreadable query answers the page',
    (): Layer => (asked, next) =>
      next(
        /%(?![0-9a-f]{2})|%ff|%c3%28|%e0/i.test(asked.path)
          ? { ...asked, path: asked.path.split('?')[0] ?? '' }
          : asked,
      ),
  ),
  breakage('ERR-09', 'a foreign row answers 403', stated(403, both(NOT_FOUND))),
  breakage(
    'ERR-09',
    'a row not held answers another code',
    inError((error) => ({ ...error, code: 'NO_SUCH_ROW' }), both(statusOf(404), coded('NOT_FOUND'))),
  ),
  breakage('ERR-10', 'no Retry-After', dropping('Retry-After', always)),
  breakage('ERR-10', 'no Retry-After on a 429', dropping('Retry-After', statusOf(429))),
  breakage('ERR-10', 'no Retry-After on RATE_CEILING', dropping('Retry-After', coded('RATE_CEILING'))),
  breakage('ERR-10', 'no Retry-After on a 503', dropping('Retry-After', statusOf(503))),
  breakage(
    'ERR-11',
    'retryable turned',
    inError((error) => ({ ...error, retryable: error['retryable'] !== true })),
  ),
  breakage(
    'ERR-11',
    'a 404 is retryable',
    inError((error) => ({ ...error, retryable: true }), statusOf(404)),
  ),
  breakage(
    'ERR-11',
    'a 401 is retryable',
    inError((error) => ({ ...error, retryable: true }), statusOf(401)),
  ),
  breakage(
    'ERR-11',
    'a 403 is retryable',
    inError((error) => ({ ...error, retryable: true }), statusOf(403)),
  ),
  breakage(
    'ERR-11',
    'a 500 is retryable',
    inError((error) => ({ ...error, retryable: true }), statusOf(500)),
  ),
  breakage(
    'ERR-11',
    'a 409 is retryable',
    inError((error) => ({ ...error, retryable: true }), statusOf(409)),
  ),
  breakage(
    'ERR-11',
    'a full inbox is not retryable',
    inError((error) => ({ ...error, retryable: false }), statusOf(429)),
  ),
  breakage(
    'ERR-14',
    'NOT_SERVING is not retryable',
    inError((error) => ({ ...error, retryable: false }), coded('NOT_SERVING')),
  ),
  breakage(
    'ERR-15',
    "an owner's refusal is retryable",
    inError((error) => ({ ...error, retryable: true }), OWNERS),
  ),
  breakage(
    'ERR-15',
    'RATE_CEILING is retryable',
    inError((error) => ({ ...error, retryable: true }), coded('RATE_CEILING')),
  ),
  breakage(
    'ERR-15',
    'a replayed refusal is retryable',
    inError((error) => ({ ...error, retryable: true }), both(OWNERS, has('idempotent-replay'))),
  ),
  breakage('ERR-16', 'a full inbox answers 503', stated(503, coded('INBOX_FULL'))),
  breakage('ERR-16', 'a member full answers 503', stated(503, coded('IN_FLIGHT_FULL'))),
  breakage(
    'ERR-16',
    'a full inbox names a position',
    setting(POSITION, () => '99', coded('INBOX_FULL')),
  ),
  breakage(
    'ERR-17',
    'a stack in the answer',
    inError(
      (error) => ({ ...error, message: 'Error: no\n    at decide (/srv/gateway/stages/decide.ts:12:9)' }),
      statusOf(500),
    ),
  ),
  breakage(
    'ERR-17',
    'another code on a 500',
    inError((error) => ({ ...error, code: 'OOPS' }), statusOf(500)),
  ),
  breakage('ERR-21', 'an owner away answers 500', stated(500, coded('OWNER_ABSENT'))),
  breakage(
    'ERR-21',
    'an owner away is not retryable',
    inError((error) => ({ ...error, retryable: false }), coded('OWNER_ABSENT')),
  ),
];

const OF_REQUEST_IDS = [
  breakage('RID-01', 'no X-Request-Id', dropping('X-Request-Id', always)),
  breakage('RID-01', 'no X-Request-Id on a 404', dropping('X-Request-Id', statusOf(404))),
  breakage('RID-01', 'no X-Request-Id on a 202', dropping('X-Request-Id', statusOf(202))),
  breakage('RID-01', 'no X-Request-Id on a 201', dropping('X-Request-Id', statusOf(201))),
  breakage('RID-01', 'no X-Request-Id on a 403', dropping('X-Request-Id', statusOf(403))),
  breakage('RID-01', 'no X-Request-Id on a 409', dropping('X-Request-Id', statusOf(409))),
  breakage('RID-01', 'no X-Request-Id on a 422', dropping('X-Request-Id', statusOf(422))),
  breakage('RID-01', 'no X-Request-Id on a 429', dropping('X-Request-Id', statusOf(429))),
  breakage('RID-01', 'no X-Request-Id on a 500', dropping('X-Request-Id', statusOf(500))),
  breakage('RID-01', 'no X-Request-Id on a 503', dropping('X-Request-Id', statusOf(503))),
  breakage('RID-01', 'no X-Request-Id on a replay', dropping('X-Request-Id', has('idempotent-replay'))),
  breakage('RID-01', 'no X-Request-Id on a cancel', dropping('X-Request-Id', CANCEL)),
  breakage('RID-01', 'no X-Request-Id on the document', dropping('X-Request-Id', of(/^GET \/openapi/))),
  breakage('RID-01', 'no X-Request-Id on /docs', dropping('X-Request-Id', of(/^GET \/docs/))),
  breakage('RID-01', 'no X-Request-Id on an operation', dropping('X-Request-Id', of(/^GET \/operations/))),
  breakage(
    'RID-02',
    'a sent id is replaced',
    setting('X-Request-Id', () => 'made-here-000001', always),
  ),
  breakage(
    'RID-02',
    'a sent id in lower case',
    setting('X-Request-Id', (told) => (headerOf(told, 'x-request-id') ?? '').toLowerCase(), always),
  ),
  breakage(
    'RID-02',
    'a long sent id is cut',
    setting('X-Request-Id', (told) => (headerOf(told, 'x-request-id') ?? '').slice(0, 64), always),
  ),
  breakage(
    'RID-02',
    'a sent id with a dot is replaced',
    setting(
      'X-Request-Id',
      () => 'made-here-000001',
      (told) => (headerOf(told, 'x-request-id') ?? '').includes('.'),
    ),
  ),
  breakage(
    'RID-03',
    'any sent id is echoed',
    setting(
      'X-Request-Id',
      (told, asked) => headerOf(asked, 'x-request-id') ?? headerOf(told, 'x-request-id') ?? '',
      always,
    ),
  ),
  breakage(
    'RID-03',
    'a short sent id is echoed',
    setting(
      'X-Request-Id',
      (_, asked) => headerOf(asked, 'x-request-id') ?? '',
      (_, asked) => (headerOf(asked, 'x-request-id') ?? '12345678').length < 8,
    ),
  ),
  breakage(
    'RID-03',
    'another sent id is refused',
    stated(400, (_, asked) => !/^[\w.-]{8,128}$/.test(headerOf(asked, 'x-request-id') ?? 'none-sent')),
  ),
];

const OF_POSITIONS = [
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

const digits = (text: unknown): unknown => (typeof text === 'string' ? Number(text) : text);

const OF_IDS_AND_MONEY = [
  breakage(
    'ID-01',
    'register keys as strings',
    inJson((json) =>
      everyObject(json, (row) => ('accountId' in row ? { ...row, accountId: String(row['accountId']) } : row)),
    ),
  ),
  breakage(
    'ID-01',
    'orgId as a string',
    inJson((json) => everyObject(json, (row) => ('orgId' in row ? { ...row, orgId: String(row['orgId']) } : row))),
  ),
  breakage(
    'ID-01',
    'userId past int32',
    inRows((row) => ({ ...row, userId: 2_147_483_648 })),
  ),
  breakage(
    'ID-02',
    'orderId as a number',
    inJson((json) =>
      everyObject(json, (row) => ('orderId' in row ? { ...row, orderId: digits(row['orderId']) } : row)),
    ),
  ),
  breakage(
    'ID-02',
    'executionId as a number',
    inJson((json) =>
      everyObject(json, (row) => ('executionId' in row ? { ...row, executionId: digits(row['executionId']) } : row)),
    ),
  ),
  breakage(
    'ID-02',
    'orderId in hex',
    inRows((row) => ({ ...row, orderId: BigInt(String(row['orderId'])).toString(16) })),
  ),
  breakage(
    'ID-03',
    'times as numbers',
    inJson((json) =>
      everyObject(json, (row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, name.endsWith('Ns') ? digits(value) : value]),
        ),
      ),
    ),
  ),
  breakage(
    'ID-03',
    'globalSequence as a number',
    inJson((json) =>
      everyObject(json, (row) =>
        'globalSequence' in row ? { ...row, globalSequence: digits(row['globalSequence']) } : row,
      ),
    ),
  ),
  breakage(
    'ID-03',
    'times of an execution as numbers',
    inJson((json) =>
      everyObject(json, (row) => ('executedAtNs' in row ? { ...row, executedAtNs: digits(row['executedAtNs']) } : row)),
    ),
  ),
  breakage(
    'ID-06',
    'an algo instance of 0',
    inRows((row) => ({ ...row, algoInstanceId: '' })),
  ),
  breakage(
    'MON-15',
    'money as numbers',
    inRows((row) => ({ ...row, price: digits(row['price']), qty: digits(row['qty']) })),
  ),
  breakage(
    'MON-15',
    'money as scaled integers',
    inRows((row) => ({ ...row, price: String(Math.round(Number(row['price']) * 100)) })),
  ),
  breakage(
    'MON-15',
    'money in exponent form',
    inRows((row) => ({ ...row, qty: Number(row['qty']).toExponential() })),
  ),
  breakage(
    'MON-15',
    'qty rounded to two places',
    inRows((row) => ({ ...row, qty: Number(row['qty']).toFixed(2), leavesQty: Number(row['leavesQty']).toFixed(2) })),
  ),
  breakage(
    'MON-15',
    'a fee as a number',
    inJson((json) => everyObject(json, (row) => ('fee' in row ? { ...row, fee: digits(row['fee']) } : row))),
  ),
  breakage(
    'MON-16',
    'unscaled beside money',
    inRows((row) => ({ ...row, price: row['price'], unscaled: '10000' })),
  ),
  breakage(
    'MON-16',
    'unscaled in an execution',
    inJson((json) => everyObject(json, (row) => ('tradeId' in row ? { ...row, fees: [{ unscaled: 1 }] } : row))),
  ),
];

const OF_ROWS = [
  breakage(
    'ORD-01',
    'an order answers another clientOrderId',
    inRows((row) => ({ ...row, clientOrderId: 'another' })),
  ),
  breakage(
    'ORD-01',
    'an order answers its id alone',
    inJson((json) => ('orderId' in json ? { orderId: json['orderId'] } : json), both(SUBMIT, statusOf(201))),
  ),
  breakage(
    'ORD-01',
    'an order answers 204',
    answering(both(SUBMIT, statusOf(201)), (told) => ({ ...told, status: 204, body: '' })),
  ),
  breakage(
    'ORD-14',
    'a cancel answers another order',
    inRows((row) => ({ ...row, orderId: '17' }), CANCEL),
  ),
  breakage('ORD-14', 'a cancel of an unheld order answers 422', stated(422, both(CANCEL, statusOf(404)))),
  breakage('ORD-14', 'a cancel of an unheld order states no time', dropping(AS_OF, both(CANCEL, statusOf(404)))),
  breakage(
    'ORD-16',
    'neither user nor algo',
    inRows((row) => ({ ...row, userId: 0 })),
  ),
  breakage(
    'ORD-16',
    'both user and algo',
    inRows((row) => ({ ...row, algoInstanceId: '17' })),
  ),
  breakage(
    'ORD-18',
    'what is left does not agree',
    inRows((row) => ({ ...row, leavesQty: '7.5' })),
  ),
  breakage(
    'ORD-18',
    'cumQty absent',
    inRows(({ cumQty: _, ...row }) => row),
  ),
  breakage(
    'ORD-18',
    'avgPx a number',
    inRows((row) => ({ ...row, avgPx: 100 })),
  ),
  breakage(
    'ORD-18',
    'lastFillPx is text',
    inRows((row) => ({ ...row, lastFillPx: row['lastFillPx'] ?? 'none' })),
  ),
  breakage(
    'EXE-01',
    'an execution without tradeId',
    inJson((json) => everyObject(json, ({ tradeId: _, ...row }) => row)),
  ),
  breakage(
    'EXE-01',
    'an execution without fee',
    inJson((json) => everyObject(json, ({ fee: _, ...row }) => row)),
  ),
  breakage(
    'EXE-01',
    'a row of another execution',
    inJson((json) => ('executionId' in json ? { ...json, tradeId: 'T-other' } : json)),
  ),
  breakage(
    'EXE-02',
    'a charge is negative',
    inJson((json) =>
      everyObject(json, (row) => (typeof row['fee'] === 'string' ? { ...row, fee: `-${row['fee']}` } : row)),
    ),
  ),
  breakage(
    'EXE-02',
    'a charge is rounded',
    inJson((json) =>
      everyObject(json, (row) =>
        typeof row['fee'] === 'string' ? { ...row, fee: Number(row['fee']).toFixed(1) } : row,
      ),
    ),
  ),
  breakage(
    'EXE-02',
    'a zero fee reads null',
    inJson((json) => everyObject(json, (row) => (Number(row['fee']) === 0 ? { ...row, fee: null } : row))),
  ),
  breakage(
    'EXE-03',
    'no fee where an asset is named',
    inJson((json) => everyObject(json, (row) => ('fee' in row ? { ...row, fee: null } : row))),
  ),
  breakage(
    'EXE-03',
    'no asset where a fee is',
    inJson((json) => everyObject(json, (row) => ('feeAssetId' in row ? { ...row, feeAssetId: null } : row))),
  ),
  breakage(
    'EXE-04',
    'quantities of executions do not add up',
    inJson((json) => everyObject(json, (row) => ('tradeId' in row ? { ...row, qty: '0.0001' } : row))),
  ),
  breakage(
    'EXE-04',
    'avgPx is not theirs',
    inRows((row) => (row['avgPx'] === null ? row : { ...row, avgPx: '1.23' })),
  ),
  breakage(
    'EXE-04',
    'one execution of each page is lost',
    inJson((json) => ({ ...json, items: (json['items'] as Json[]).slice(1) }), both(of(/^GET \/executions$/), PAGE)),
  ),
  breakage(
    'AUTH-12',
    'scopes in another order',
    inJson((json) =>
      Array.isArray(json['capabilities'])
        ? { ...json, capabilities: [...(json['capabilities'] as unknown[])].reverse() }
        : json,
    ),
  ),
  breakage(
    'AUTH-12',
    'a scope twice',
    inJson((json) =>
      Array.isArray(json['capabilities'])
        ? { ...json, capabilities: [...(json['capabilities'] as unknown[]), ...(json['capabilities'] as unknown[])] }
        : json,
    ),
  ),
  breakage(
    'AUTH-12',
    'no organisation in /me',
    inJson(({ organisation: _, ...json }) => json, ME),
  ),
  breakage(
    'AUTH-12',
    'no user in /me',
    inJson(({ user: _, ...json }) => json, ME),
  ),
  breakage(
    'AUTH-12',
    'no capabilities in /me',
    inJson(({ capabilities: _, ...json }) => json, ME),
  ),
  breakage(
    'AUTH-12',
    'another user in /me',
    inJson((json) => ({ ...json, user: { ...(json['user'] as Json), userId: 99 } }), both(ME, statusOf(200))),
  ),
  breakage(
    'AUTH-13',
    'the token in a header',
    setting('X-Seen', (_, asked) => headerOf(asked, 'authorization') ?? '', always),
  ),
  breakage(
    'AUTH-13',
    'the token in a message',
    answering(REFUSAL, (told, asked) => ({
      ...told,
      body: told.body.replace('"message":"', `"message":"${headerOf(asked, 'authorization') ?? ''} `),
    })),
  ),
];

const OF_THE_DOCUMENT = [
  breakage(
    'SVC-01',
    'another version',
    inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), version: '0.9.9' } })),
  ),
  breakage(
    'SVC-01',
    'another OpenAPI',
    inDocument((doc) => ({ ...doc, openapi: '2.0' })),
  ),
  breakage(
    'SVC-02',
    'no register schema',
    inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), 'x-service-register-schema': undefined } })),
  ),
  breakage(
    'SVC-02',
    'another algos schema',
    inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), 'x-service-algos-schema': '121.v9' } })),
  ),
  breakage(
    'SVC-03',
    '/docs in plain text',
    answering(of(/^GET \/docs$/), (told) => having(told, 'Content-Type', 'text/plain')),
  ),
  breakage('SVC-03', '/docs is not there', stated(404, of(/^GET \/docs$/))),
  breakage(
    'SVC-03',
    '/docs is an empty page',
    answering(of(/^GET \/docs$/), (told) => ({ ...told, body: '<!doctype html><title>docs</title><p>Soon.' })),
  ),
  breakage(
    'SVC-04',
    'an operation without a tag',
    inDocument((doc) => everyObject(doc, (one) => ('operationId' in one ? { ...one, tags: [] } : one))),
  ),
  breakage(
    'SVC-04',
    'one operationId for all',
    inDocument((doc) => everyObject(doc, (one) => ('operationId' in one ? { ...one, operationId: 'operate' } : one))),
  ),
  breakage(
    'SVC-04',
    'no operationId',
    inDocument((doc) => everyObject(doc, ({ operationId: _, ...one }) => one)),
  ),
  breakage(
    'SVC-06',
    'requestId of an error is required',
    inDocument((doc) =>
      everyObject(doc, (one) => (publishes(one, 'retryable') ? { ...one, required: ['code', 'requestId'] } : one)),
    ),
  ),
  breakage(
    'SVC-07',
    'total of a page is required',
    inDocument((doc) =>
      everyObject(doc, (one) => (publishes(one, 'nextCursor') ? { ...one, required: ['items', 'total'] } : one)),
    ),
  ),
  breakage(
    'SVC-10',
    'money without its pattern',
    inDocument((doc) => everyObject(doc, (one) => (one['maxLength'] === 64 ? { ...one, pattern: undefined } : one))),
  ),
  breakage(
    'SVC-10',
    'money of 32 characters',
    inDocument((doc) => everyObject(doc, (one) => (one['maxLength'] === 64 ? { ...one, maxLength: 32 } : one))),
  ),
  breakage(
    'SVC-11',
    'a row lacks what is published',
    inRows(({ orderId: _, ...row }) => row),
  ),
  breakage(
    'SVC-11',
    'a page lacks its items',
    inJson(({ items: _, ...json }) => json, PAGE),
  ),
  breakage(
    'SVC-11',
    'a row of another type than published',
    inRows((row) => ({ ...row, accountId: 'one' })),
  ),
  breakage(
    'SVC-11',
    'a path is not published',
    inDocument((doc) => ({
      ...doc,
      paths: Object.fromEntries(Object.entries(doc['paths'] as Json).filter(([path]) => path !== '/me')),
    })),
  ),
  breakage(
    'SVC-12',
    'the retired reason is not listed',
    inDocument(
      (doc) =>
        JSON.parse(JSON.stringify(doc).replaceAll('"SCALE_UNKNOWN",', '').replaceAll(',"SCALE_UNKNOWN"', '')) as Json,
    ),
  ),
  breakage(
    'SVC-12',
    'the retired reason is answered',
    inError((error) => ({ ...error, code: 'SCALE_UNKNOWN' }), coded('TICK_SIZE_VIOLATION')),
  ),
];

export const OF_ANSWERS = [
  ...OF_REFUSALS,
  ...OF_REQUEST_IDS,
  ...OF_POSITIONS,
  ...OF_IDS_AND_MONEY,
  ...OF_ROWS,
  ...OF_THE_DOCUMENT,
] as const;
