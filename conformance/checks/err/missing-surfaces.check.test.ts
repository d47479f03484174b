import { judges } from '../../testing/judges.ts';
import { type AnswerOptions, answer } from '../../testing/sample-history.ts';

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
        [`${label} retryable`, instead({ retryable: true }), 'violated'],
        // In the proper form of a busy member.
        [`${label} busy`, instead({ retryable: true, headers: { 'Retry-After': '1' } }), 'violated'],
        [`${label} with another code`, instead({ code: 'NOT_SERVING' }), 'violated'],
        [`${label} with another status`, instead({ status: 404 }), 'violated'],
        [`${label} without an envelope`, instead({ body: 'unavailable' }), 'violated'],
        [`${label} served`, instead({ status: 200, body: { items: [] } }), 'violated'],
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
  ['no such venue', { stored: [], 'not stored': [] }, 'inconclusive'],
]);

const forAWhile = (of: object = {}) => away({ retryable: true, ...of });

judges('err/intake-does-not-answer', { ...forAWhile(), again: stored() }, [
  ['busy', forAWhile({ code: 'NOT_SERVING' }), 'inconclusive'],
  ['the key is spent', { again: forAWhile({ replay: true, status: 500 })['not stored'] }, 'violated'],
  ['no such venue', { 'not stored': [], again: [] }, 'inconclusive'],
]);

const refused = { status: 503, code: 'NOT_SERVING', retryable: false };
const owner = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 };
const read = (status: number) => ({ read: answer('GET /orders', { status }) });
const write = (came: AnswerOptions) => ({ write: answer('POST /orders', came) });
const elsewhere = (came: AnswerOptions) => ({ elsewhere: answer('POST /orders', came) });

judges('err/replica-takes-no-writes', { ...read(200), ...write(refused), ...elsewhere(owner) }, [
  ['no reads either', read(503), 'violated'],
]);
