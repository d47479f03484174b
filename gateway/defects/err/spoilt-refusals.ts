import { type Defect, rewriteBody, type Spoiled, without } from '../defect.ts';

type Body = Record<string, unknown>;
type Where = (code: string, of: Spoiled) => boolean;

/** Rewrites `error` of the refusals that `where` picks, by their code. */
function spoiltError(where: Where, spoil: (error: Body) => Body): NonNullable<Defect['spoil']> {
  return (answer, of) =>
    answer.refused !== undefined && where(answer.refused.code, of)
      ? rewriteBody(answer, (body) => ({ ...body, error: spoil(body['error'] as Body) }))
      : answer;
}

const isCode =
  (wanted: string): Where =>
  (code) =>
    code === wanted;

const final = (error: Body): Body => ({ ...error, retryable: false });
const retryable = (error: Body): Body => ({ ...error, retryable: true });

/** Each spoils one member of the envelope, or one header, of one kind of refusal. */
export const SPOILT_REFUSALS: readonly Defect[] = [
  {
    name: 'refuses-a-symbol-in-plain-text',
    breaks: ['ERR-01'],
    story: 'INSTRUMENT_NOT_LIVE of the door says that it is text/plain',
    spoil: (answer) =>
      answer.refused?.code === 'INSTRUMENT_NOT_LIVE' && answer.headers['X-Service-Global-Sequence'] === undefined
        ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain; charset=utf-8' } }
        : answer,
  },
  {
    name: 'names-another-request-in-the-body',
    breaks: ['ERR-02'],
    story: 'error.requestId of an unknown path is none of the response’s',
    spoil: spoiltError(isCode('ROUTE_NOT_FOUND'), (error) => ({ ...error, requestId: 'another-request' })),
  },
  {
    name: 'refuses-a-method-without-a-word',
    breaks: ['ERR-03'],
    story: 'the message of a 405 is empty',
    spoil: spoiltError(isCode('METHOD_NOT_ALLOWED'), (error) => ({ ...error, message: '' })),
  },
  {
    name: 'allows-a-method-that-is-not-taken',
    breaks: ['ERR-05'],
    story: 'Allow of /executions lists POST',
    spoil: (answer, { path }) =>
      answer.status === 405 && path === '/executions'
        ? { ...answer, headers: { ...answer.headers, Allow: 'GET, POST' } }
        : answer,
  },
  {
    name: 'says-not-when-to-retry',
    breaks: ['ERR-10'],
    story: 'INBOX_FULL lacks Retry-After',
    spoil: (answer) => (answer.refused?.code === 'INBOX_FULL' ? without(answer, 'Retry-After') : answer),
  },
  {
    name: 'asks-for-a-day-of-a-full-inbox',
    breaks: ['ERR-10'],
    story: 'INBOX_FULL is to be tried again after a day',
    spoil: retryingAfter('INBOX_FULL', 86_400),
  },
  {
    name: 'asks-for-five-minutes-of-the-ceiling',
    breaks: ['ERR-10'],
    story: "RATE_CEILING, the organisation's ceiling of a minute, is to be tried again after five",
    spoil: retryingAfter('RATE_CEILING', 300),
  },
  {
    name: 'lets-retry-what-is-not-there',
    breaks: ['ERR-11'],
    story: 'NOT_FOUND of an execution is retryable',
    spoil: spoiltError((code, { path }) => code === 'NOT_FOUND' && path.startsWith('/executions/'), retryable),
  },
  {
    name: 'takes-a-full-inbox-for-final',
    breaks: ['ERR-11', 'ERR-16'],
    story: 'INBOX_FULL is not retryable',
    spoil: spoiltError(isCode('INBOX_FULL'), final),
  },
  {
    name: 'takes-not-serving-for-final',
    breaks: ['ERR-14'],
    story: 'NOT_SERVING is not retryable, as if this member were a read replica',
    spoil: spoiltError(isCode('NOT_SERVING'), final),
  },
  {
    name: 'lets-retry-what-the-ceiling-refused',
    // Of every refusal of an owner, and of this one.
    breaks: ['ERR-15', 'POL-04'],
    story: 'RATE_CEILING is retryable, as every other 429',
    spoil: spoiltError(isCode('RATE_CEILING'), retryable),
  },
  {
    name: 'lets-retry-a-step-violation',
    breaks: ['ERR-15'],
    story: 'QTY_STEP_VIOLATION, a recorded refusal, is retryable',
    spoil: spoiltError(isCode('QTY_STEP_VIOLATION'), retryable),
  },
  {
    name: 'shows-its-stack',
    breaks: ['ERR-17'],
    story: 'the message of INTERNAL_ERROR is the stack of what was thrown',
    spoil: spoiltError(isCode('INTERNAL_ERROR'), (error) => ({ ...error, message: new Error('failed').stack })),
  },
  {
    name: 'takes-an-absent-owner-for-final',
    // One clause of its own, and the rule of every 503.
    breaks: ['ERR-21', 'ERR-11'],
    story: 'OWNER_ABSENT is not retryable',
    spoil: spoiltError(isCode('OWNER_ABSENT'), final),
  },
];

function retryingAfter(code: string, seconds: number): NonNullable<Defect['spoil']> {
  return (answer) =>
    answer.refused?.code === code ? { ...answer, headers: { ...answer.headers, 'Retry-After': `${seconds}` } } : answer;
}
