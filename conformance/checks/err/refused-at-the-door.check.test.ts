import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, type Sample } from '../../testing/sample-history.ts';

const door = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });

judgesOf(
  'err/malformed-json',
  (well: Sample, malformed: readonly Sample[], cancel: Sample) => ({
    'well formed': well,
    malformed,
    'malformed cancel': cancel,
  }),
  [['the well formed refused too', door, [door], door, 'inconclusive']],
);

judgesOf('err/unreadable-charset', (readable: Sample, unreadable: readonly Sample[]) => ({ readable, unreadable }), [
  ['UTF-8 refused too', door, [door, door], 'inconclusive'],
]);

judgesOf(
  'err/unreadable-query',
  (answered: Sample, plain: Sample) => ({ unreadable: [door, answered], readable: plain }),
  [['refused, as any query is', door, door, 'not-exercised']],
);

const refused = (line: string, Allow: string | null, code = 'METHOD_NOT_ALLOWED', status = 405) =>
  answer(line, { status, code, headers: { Allow } });

judgesOf('err/method-not-allowed', (answered: Sample) => [answered], [
  ['in another order, case and space', refused('PUT /orders', 'post,get'), 'pass'],
  ['HEAD and OPTIONS beside them (A12)', refused('PUT /orders', 'GET, HEAD, OPTIONS, POST'), 'pass'],
  ['the one method', refused('GET /orders/1/cancel', 'POST'), 'pass'],
]);

const gate = answer('POST /orders', { status: 413, code: 'PAYLOAD_TOO_LARGE' });
const malformed = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });

judgesOf('err/oversize-body', (over: Sample, under: Sample) => ({ over: [gate, over], under }), [
  ['the one refused for its length, the other for what it says', gate, malformed, 'pass'],
  ['no intake at all', answer('POST /credentials', { status: 503, code: 'INTAKE_UNAVAILABLE' }), malformed, 'pass'],
  ['a gate below 900,000', gate, gate, 'violated'],
]);

const NOT_FOUND = { status: 404, code: 'NOT_FOUND', position: 9, asOf: 99 } as const;
const foreignRead = (came: AnswerOptions) => ({
  'read foreign': answer('GET /orders/500', { message: 'no order 500', ...came }),
});

judges(
  'err/row-of-another-organisation',
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
    ['by its message', foreignRead({ ...NOT_FOUND, message: 'order 500 is another organisation’s' }), 'violated'],
    ['the order is not placed', { placed: answer('POST /orders', { status: 422, body: {} }) }, 'inconclusive'],
  ],
);
