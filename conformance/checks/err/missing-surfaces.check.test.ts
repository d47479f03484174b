import { judges } from '../../testing/judges.ts';
import { type AnswerOptions, answer } from '../../testing/sample-history.ts';
import {
  intakeDoesNotAnswer,
  missingSurface,
  noIntake,
  replicaTakesNoWrites,
  unavailableSurfacesAreFinal,
} from './missing-surfaces.check.ts';

const lacking = (code: string): AnswerOptions => ({ status: 503, code, retryable: false });
const algos = lacking('ALGOS_UNAVAILABLE');
const balances = lacking('BALANCES_UNAVAILABLE');

const algosAre = (came: AnswerOptions) => ({
  algos: [answer('GET /algos/instances', algos), answer('POST /algos/halt', came)],
});
const balancesAre = (came: AnswerOptions) => ({ balances: answer('GET /account-balances', came) });
const nobodyIs = (came: AnswerOptions) => ({ nobody: answer('GET /algos/instances', came) });

judges(
  missingSurface,
  { ...algosAre(algos), ...balancesAre(balances), ...nobodyIs({ status: 401, code: 'UNAUTHENTICATED' }) },
  [
    ['algos served', algosAre({ status: 200 }), 'violated'],
    ['algos not found', algosAre({ status: 404, code: 'NOT_FOUND' }), 'violated'],
    ['algos with a position', algosAre({ ...algos, position: 3 }), 'violated'],
    ['algos retryable', algosAre({ ...algos, retryable: true }), 'violated'],
    ['balances empty', balancesAre({ status: 200 }), 'violated'],
    ['balances retryable', balancesAre({ ...balances, retryable: true }), 'violated'],
    ['answered before admission', nobodyIs(algos), 'violated'],
  ],
);

const SURFACES = [
  ['balances', 'GET /account-balances', balances],
  ['algos', 'GET /algos/instances', algos],
  ['tickets', 'POST /v1/ws-tickets', lacking('TICKETS_UNAVAILABLE')],
] as const;

judges(
  unavailableSurfacesAreFinal,
  Object.fromEntries(SURFACES.map(([label, line, refused]) => [label, answer(line, refused)])),
  [
    ['503 with retryable false', {}, 'pass'],
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

judges(noIntake, { stored: stored(), ...away() }, [
  ['for a while', away({ retryable: true }), 'violated'],
  ['taken', { 'not stored': stored() }, 'violated'],
  ['another code', away({ code: 'NOT_SERVING' }), 'violated'],
  ['busy', away({ code: 'NOT_SERVING', retryable: true }), 'inconclusive'],
  ['another status', away({ status: 500 }), 'violated'],
  ['recorded', away({ position: 9 }), 'violated'],
  ['not taken before', { stored: answer(POST, { status: 400, code: 'ANY' }) }, 'inconclusive'],
  ['no such venue', { stored: [], 'not stored': [] }, 'inconclusive'],
]);

const forAWhile = (of: object = {}) => away({ retryable: true, ...of });

judges(intakeDoesNotAnswer, { ...forAWhile(), again: stored() }, [
  ['for good', forAWhile({ retryable: false }), 'violated'],
  ['another code', forAWhile({ code: 'RATE_CEILING' }), 'violated'],
  ['busy', forAWhile({ code: 'NOT_SERVING' }), 'inconclusive'],
  ['another status', forAWhile({ status: 500 }), 'violated'],
  ['recorded', forAWhile({ position: 9 }), 'violated'],
  ['the key is spent', { again: forAWhile({ replay: true, status: 500 })['not stored'] }, 'violated'],
  ['recorded all the same', { again: stored({ replay: true }) }, 'violated'],
  ['no such venue', { 'not stored': [], again: [] }, 'inconclusive'],
]);

const refused = { status: 503, code: 'NOT_SERVING', retryable: false };
const owner = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 };
const read = (status: number) => ({ read: answer('GET /orders', { status }) });
const write = (came: AnswerOptions) => ({ write: answer('POST /orders', came) });
const elsewhere = (came: AnswerOptions) => ({ elsewhere: answer('POST /orders', came) });

judges(replicaTakesNoWrites, { ...read(200), ...write(refused), ...elsewhere(owner) }, [
  ['retryable', write({ ...refused, retryable: true }), 'violated'],
  ['another code', write({ ...refused, code: 'OWNER_ABSENT' }), 'violated'],
  ['served', write(owner), 'violated'],
  ['no reads either', read(503), 'violated'],
  ['the key spent', elsewhere({ ...owner, replay: true }), 'violated'],
]);
