import { metLabel } from '../../member/exchange/met-answers.ts';
import { blames, cases, judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, BUSY, type Sample } from '../../testing/sample-history.ts';
import { fullMembers } from './failures.check.ts';
import { rulesOfRefusals } from './rules-of-refusals.check.ts';

const met = (of: Partial<AnswerOptions> = {}) => {
  return [answer(of.key === undefined ? 'GET /orders' : 'POST /orders', { ...BUSY, ...of })];
};
const busy = (...[of]: Parameters<typeof met>) => ({ [metLabel('busy')]: met(of) });
const IN_FLIGHT = { status: 429, code: 'IN_FLIGHT_FULL', key: 'k' };
const REPLICA = { status: 503, code: 'NOT_SERVING', key: 'k', retryable: false };

blames(
  'err/busy-answers-keep-the-rules',
  busy,
  [
    ['a 503 that keeps them', {}, 'pass'],
    ['a 429 that keeps them', IN_FLIGHT, 'pass'],
    ['a code of a newer member', { code: 'MAINTENANCE' }, 'pass'],
    ['a surface that is not there', { code: 'ALGOS_UNAVAILABLE', retryable: false }, 'pass'],
    ['a recorded ceiling', { status: 429, code: 'RATE_CEILING', key: 'k', position: 7, retryable: false }, 'pass'],
    ['a full inbox as a 503', { code: 'INBOX_FULL', key: 'k' }, ['ERR-16']],
    ['the code of no busy answer', { code: 'NOT_FOUND' }, ['ORD-18']],
    ['a replica, as far as the profile says', REPLICA, 'pass'],
  ],
  {},
);

blames('err/busy-answers-keep-the-rules', busy, [['no replica', REPLICA, ['ERR-14']]], { target: { replica: false } });

{
  const owner = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7, key: 'k' };
  const accepted = { status: 201, position: 7, key: 'k' };
  const unknown = { status: 404, code: 'UNKNOWN_OPERATION' };

  const BOUNDS = [
    ['in-flight-full', 'IN_FLIGHT_FULL', 'INBOX_FULL'],
    ['inbox-full', 'INBOX_FULL', 'IN_FLIGHT_FULL'],
  ] as const;

  for (const [name, code, otherCode] of BOUNDS) {
    const full = { status: 429, code, retryable: true, key: 'k' };
    const fillers = (refused: AnswerOptions, first: AnswerOptions = { status: 202, key: 'j' }) => ({
      filler: [answer('POST /orders', first), answer('POST /orders', refused)],
    });
    const records = (came: AnswerOptions) => ({
      record: [answer('GET /operations/k', unknown), answer('GET /operations/k', came)],
    });
    const again = (came: AnswerOptions) => ({ again: answer('POST /orders', came) });
    const good = { ...fillers(full), ...records(unknown), ...again(owner), 'with room': answer('POST /orders', owner) };

    judges(fullMembers[name], good, [
      ['refused, unknown, then accepted', again(accepted), 'pass'],
      ['the key spent', again(full), 'violated'],
      ['another bound', fillers({ ...full, code: otherCode }), 'inconclusive'],
      ['of several that were refused the one sent again counts', fillers(full, { ...full, key: 'another' }), 'pass'],
      ['no bound was met', { ...fillers({ status: 202 }), record: [], again: [], 'with room': [] }, 'inconclusive'],
    ]);
  }

  judgesOf('err/full-inbox-is-retryable', (came: AnswerOptions) => ({ refused: answer('POST /orders', came) }), [
    ['true', { status: 429, code: 'INBOX_FULL', retryable: true }, 'pass'],
    ['an unknown code, false', { status: 429, code: 'A_NEWER_ONE', retryable: false }, 'violated'],
    ['not refused', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 }, 'inconclusive'],
  ]);

  const absent = { status: 503, code: 'OWNER_ABSENT', retryable: true };

  judgesOf(
    'err/owner-absent',
    (away: AnswerOptions, back: AnswerOptions) => ({
      away: answer('POST /orders', away),
      back: answer('POST /orders', back),
    }),
    [['refused, then accepted', absent, accepted, 'pass']],
  );

  judgesOf('err/not-serving-is-retryable', (came: AnswerOptions) => ({ held: answer('POST /orders', came) }), [
    ['a 202 that leads nowhere', { status: 202 }, 'inconclusive'],
    ['another code', { status: 503, code: 'OWNER_ABSENT', retryable: true }, 'inconclusive'],
  ]);

  const refusedFor = (RetryAfter: string | null, status = 429) =>
    answer('POST /orders', { status, code: 'X', retryable: true, headers: { 'Retry-After': RetryAfter } });

  judgesOf('err/retry-after', (answered: Sample) => [answered], [
    ['at once', refusedFor('0', 503), 'pass'],
    ['a date', refusedFor('Mon, 05 Jan 2026 00:00:01 GMT', 503), 'pass'],
    ['an hour', refusedFor('3600'), 'pass'],
    ['no such answer', answer('POST /orders', { status: 422, code: 'X' }), 'inconclusive'],
  ]);

  const failed = { status: 500, code: 'INTERNAL_ERROR', retryable: false };

  judgesOf('err/internal-error', (came: AnswerOptions) => ({ failed: answer('POST /orders', came) }), [
    ['naming a route', { ...failed, message: 'GET /operations/k-1 tells what came of it at 10:15' }, 'pass'],
  ]);
}

{
  const lacking = (code: string): AnswerOptions => ({ status: 503, code, retryable: false });
  const algos = lacking('ALGOS_UNAVAILABLE');
  const balances = lacking('BALANCES_UNAVAILABLE');

  const SURFACES = [
    ['balances', 'GET /account-balances', balances],
    ['algos', 'GET /algos/instances', algos],
    ['tickets', 'POST /v1/ws-tickets', lacking('TICKETS_UNAVAILABLE')],
  ] as const;

  judges(
    'err/unavailable-surfaces-are-final',
    Object.fromEntries(SURFACES.map(([label, line, refused]) => [label, answer(line, refused)])),
    [
      ['a member that is older than tickets is not asked for one', { tickets: [] }, 'pass'],
      ...SURFACES.flatMap(([label, line, refused]) => {
        const instead = (over: object) => ({ [label]: answer(line, { ...refused, ...over }) });
        return [
          [`${label} with more headers`, instead({ headers: { 'Retry-After': '1' } }), 'pass'],
          // In the proper form of a busy member.
          [`${label} busy`, instead({ retryable: true, headers: { 'Retry-After': '1' } }), 'violated'],
        ] as const;
      }),
    ],
  );

  const POST = 'POST /credentials';
  const stored = (of: object = {}) => answer(POST, { status: 201, position: 9, body: { credentialId: 7 }, ...of });
  const away = (of: object = {}) => ({
    'not stored': answer(POST, { status: 503, code: 'INTAKE_UNAVAILABLE', headers: { 'Retry-After': '1' }, ...of }),
  });

  judges('err/no-intake', { stored: stored(), ...away() }, [
    ['busy', away({ code: 'NOT_SERVING', retryable: true }), 'inconclusive'],
    ['not taken before', { stored: answer(POST, { status: 400, code: 'ANY' }) }, 'inconclusive'],
  ]);

  const forAWhile = (of: object = {}) => away({ retryable: true, ...of });

  judges('err/intake-does-not-answer', { ...forAWhile(), again: stored() }, [
    ['busy', forAWhile({ code: 'NOT_SERVING' }), 'inconclusive'],
    ['the key is spent', { again: forAWhile({ replay: true, status: 500 })['not stored'] }, 'violated'],
  ]);

  const refused = { status: 503, code: 'NOT_SERVING', retryable: false };
  const owner = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 };
  const read = (status: number) => ({ read: answer('GET /orders', { status }) });
  const write = (came: AnswerOptions) => ({ write: answer('POST /orders', came) });
  const elsewhere = (came: AnswerOptions) => ({ elsewhere: answer('POST /orders', came) });

  judges('err/replica-takes-no-writes', { ...read(200), ...write(refused), ...elsewhere(owner) }, [
    ['no reads either', read(503), 'violated'],
  ]);
}

{
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

  // biome-ignore format: an aligned table
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
      ['by its message',                                  foreignRead({ ...NOT_FOUND, message: 'order 500 is another organisation’s' }), 'violated'],
      ['the order is not placed',                         { placed: answer('POST /orders', { status: 422, body: {} }) },                 'inconclusive'],
    ],
  );
}

judgesOf(rulesOfRefusals['refusal-envelope'], (answered: Sample) => [answered], [
  ['what the web server answered itself', answer('GET /x', { status: 431, body: '' }), 'inconclusive'],
  ['nothing refused', answer('GET /me', { status: 200 }), 'inconclusive'],
]);

judgesOf(rulesOfRefusals['refusal-names-its-request'], (answered: Sample) => [answered], [
  ['a served request', answer('GET /me', { status: 200 }), 'inconclusive'],
]);

const refused = (status: number, code: string, retryable: boolean, position?: number) =>
  answer('POST /orders', { status, code, retryable, ...(position === undefined ? {} : { position }) });

judgesOf(rulesOfRefusals['other-refusals-are-final'], (answered: Sample) => [answered], [
  ['INTERRUPTED, false', refused(500, 'INTERRUPTED', false), 'violated'],
  ['503 of a member that may be a replica', refused(503, 'NOT_SERVING', false), 'pass'],
]);

cases([
  [
    'err/refused-callers-are-told-by-the-rules',
    'no refusal, no verdict',
    [answer('GET /orders', { status: 200, body: {} })],
    'inconclusive',
  ],
]);

judgesOf(
  'err/owner-refusals-are-final',
  (answers: readonly AnswerOptions[]) => answers.map((came) => answer('POST /orders', came)),
  [['refused by the door alone', [{ status: 422, code: 'INSTRUMENT_NOT_LIVE', retryable: true }], 'inconclusive']],
);

const headers = { 'Retry-After': '60' };
const ceiling = { status: 429, code: 'RATE_CEILING', retryable: false, position: 9, headers };

// biome-ignore format: an aligned table
judgesOf(
  'err/rate-ceiling-is-final',
  (came: AnswerOptions) => {
    const accepted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '5' } });
    return { submitted: [accepted, answer('POST /orders', came)] };
  },
  [
    ['a date that has passed',      { ...ceiling, headers: { 'Retry-After': 'Mon, 05 Jan 2026 00:00:00 GMT', Date: 'Mon, 05 Jan 2026 00:00:09 GMT' } }, 'pass'],
    ['another bound was met first', { status: 422, code: 'MAX_OPEN_ORDERS_EXCEEDED', position: 9 }, 'inconclusive'],
  ],
);
