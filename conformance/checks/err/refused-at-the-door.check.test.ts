import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, type Sample } from '../../testing/sample-history.ts';
import {
  malformedJson,
  methodNotAllowed,
  oversizeBody,
  rowOfAnotherOrganisation,
  unknownPath,
  unreadableCharset,
  unreadableQuery,
} from './refused-at-the-door.check.ts';

const door = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const owner = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 });
const ofTheServer = answer('POST /orders/1/cancel', { status: 400, code: 'BAD_REQUEST' });

judgesOf(
  malformedJson,
  (well: Sample, malformed: readonly Sample[], cancel: Sample) => ({
    'well formed': well,
    malformed,
    'malformed cancel': cancel,
  }),
  [
    ['refused', owner, [door, door], door, 'pass'],
    ['one read all the same', owner, [door, owner], door, 'violated'],
    ['another code on the cancel', owner, [door], ofTheServer, 'violated'],
    ['the well formed refused too', door, [door], door, 'inconclusive'],
  ],
);

const unsupported = answer('POST /orders', { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });

judgesOf(unreadableCharset, (readable: Sample, unreadable: readonly Sample[]) => ({ readable, unreadable }), [
  ['refused', owner, [door, door], 'pass'],
  ['read as UTF-8', owner, [door, owner], 'violated'],
  ['another status', owner, [door, unsupported], 'violated'],
  ['UTF-8 refused too', door, [door, door], 'inconclusive'],
]);

const readable = answer('GET /orders?limit=1', { status: 200 });

judgesOf(unreadableQuery, (answered: Sample, plain: Sample) => ({ unreadable: [door, answered], readable: plain }), [
  ['refused', door, readable, 'pass'],
  ['refused, as any query is', door, door, 'not-exercised'],
  [
    'taken for a cursor',
    answer('GET /orders?cursor=%ff', { status: 400, code: 'INVALID_CURSOR' }),
    readable,
    'violated',
  ],
  ['served', answer('GET /me?view=%ff', { status: 200 }), readable, 'violated'],
  ['failed', answer('GET /orders?%zz', { status: 500, code: 'INTERNAL_ERROR' }), readable, 'violated'],
]);

const known = answer('GET /no-such-path', { status: 404, code: 'ROUTE_NOT_FOUND' });

judgesOf(unknownPath, (answered: Sample) => [known, answered], [
  ['not there', known, 'pass'],
  ['authenticated first', answer('GET /no-such-path', { status: 401, code: 'UNAUTHENTICATED' }), 'violated'],
  ['taken for a row', answer('GET /no-such-path', { status: 404, code: 'NOT_FOUND' }), 'violated'],
  ['the method first', answer('DELETE /no-such-path', { status: 405, code: 'METHOD_NOT_ALLOWED' }), 'violated'],
  ['served', answer('GET /no-such-path', { status: 200 }), 'violated'],
]);

const refused = (line: string, Allow: string | null, code = 'METHOD_NOT_ALLOWED', status = 405) =>
  answer(line, { status, code, headers: { Allow } });

judgesOf(methodNotAllowed, (answered: Sample) => [answered], [
  ['both methods', refused('PUT /orders', 'GET, POST'), 'pass'],
  ['in another order, case and space', refused('PUT /orders', 'post,get'), 'pass'],
  ['HEAD and OPTIONS beside them (A12)', refused('PUT /orders', 'GET, HEAD, OPTIONS, POST'), 'pass'],
  ['the one method', refused('GET /orders/1/cancel', 'POST'), 'pass'],
  ['one is missing', refused('PUT /orders', 'GET'), 'violated'],
  ['one too many', refused('POST /orders/1', 'GET, PUT'), 'violated'],
  ['no Allow', refused('PUT /orders', null), 'violated'],
  ['another code', refused('PUT /orders', 'GET, POST', 'ROUTE_NOT_FOUND'), 'violated'],
  ['another status', refused('PUT /orders', 'GET, POST', 'METHOD_NOT_ALLOWED', 404), 'violated'],
  ['served', answer('PUT /orders', { status: 200 }), 'violated'],
]);

const gate = answer('POST /orders', { status: 413, code: 'PAYLOAD_TOO_LARGE' });
const malformed = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });

judgesOf(oversizeBody, (over: Sample, under: Sample) => ({ over: [gate, over], under }), [
  ['the one refused for its length, the other for what it says', gate, malformed, 'pass'],
  ['no intake at all', answer('POST /credentials', { status: 503, code: 'INTAKE_UNAVAILABLE' }), malformed, 'pass'],
  ['no gate', malformed, malformed, 'violated'],
  ['a read is served', answer('GET /orders', { status: 200 }), malformed, 'violated'],
  ['another code', answer('POST /orders', { status: 413, code: 'DOCUMENT_TOO_LARGE' }), malformed, 'violated'],
  ['a gate below 900,000', gate, gate, 'violated'],
]);

const NOT_FOUND = { status: 404, code: 'NOT_FOUND', position: 9, asOf: 99 } as const;
const foreignRead = (came: AnswerOptions) => ({
  'read foreign': answer('GET /orders/500', { message: 'no order 500', ...came }),
});

judges(
  rowOfAnotherOrganisation,
  {
    placed: answer('POST /orders', { status: 201, body: { orderId: '500' } }),
    'read unheld': answer('GET /orders/499', { ...NOT_FOUND, message: 'no order 499' }),
    ...foreignRead(NOT_FOUND),
    'cancel unheld': answer('POST /orders/499/cancel', NOT_FOUND),
    'cancel foreign': answer('POST /orders/500/cancel', NOT_FOUND),
    'execution unheld': answer('GET /executions/499', NOT_FOUND),
  },
  [
    ['as a row that nobody holds, at a later position', foreignRead({ ...NOT_FOUND, position: 10, asOf: 100 }), 'pass'],
    ['served', foreignRead({ status: 200, body: { orderId: '500' } }), 'violated'],
    ['forbidden', foreignRead({ ...NOT_FOUND, status: 403, code: 'FORBIDDEN_PRINCIPAL' }), 'violated'],
    ['told apart by its code', foreignRead({ ...NOT_FOUND, code: 'NOT_YOURS' }), 'violated'],
    ['by its message', foreignRead({ ...NOT_FOUND, message: 'order 500 is another organisation’s' }), 'violated'],
    ['by a header', foreignRead({ ...NOT_FOUND, headers: { ETag: '"3"' } }), 'violated'],
    ['by a missing header', foreignRead({ status: 404, code: 'NOT_FOUND' }), 'violated'],
    ['by retryable', foreignRead({ ...NOT_FOUND, retryable: true }), 'violated'],
    [
      'its cancel is taken',
      { 'cancel foreign': answer('POST /orders/500/cancel', { status: 200, position: 11, body: { orderId: '500' } }) },
      'violated',
    ],
    ['the order is not placed', { placed: answer('POST /orders', { status: 422, body: {} }) }, 'inconclusive'],
  ],
);
