import type { Answer } from '../../stage.ts';
import { type Defect, rewriteBody, without } from '../defect.ts';

const ROUTE = '/v1/ws-tickets';

type Row = readonly [name: string, breaks: readonly string[], story: string, spoil: (answer: Answer) => Answer];

const withHeader = (answer: Answer, name: string, value: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, [name]: value },
});

/** The answer where it is a ticket; any other as it is. */
function minted(spoil: (answer: Answer) => Answer): (answer: Answer) => Answer {
  return (answer) => (answer.status === 200 ? spoil(answer) : answer);
}

const isRefused = ({ refused }: Answer, code: string): boolean => refused?.code === code;

/** Each spoils one thing of one answer of the ticket route. */
const ROWS: readonly Row[] = [
  [
    'lets-a-ticket-be-stored',
    ['TKT-01'],
    'answers a ticket without Cache-Control: no-store',
    minted((answer) => without(answer, 'Cache-Control')),
  ],
  [
    'caches-a-ticket-for-its-owner',
    ['TKT-01'],
    'answers a ticket with Cache-Control: private',
    minted((answer) => withHeader(answer, 'Cache-Control', 'private')),
  ],
  [
    'names-no-stream-of-a-ticket',
    ['TKT-01'],
    'answers ticket and expiresAtNs alone',
    minted((answer) => rewriteBody(answer, ({ stream: _, ...body }) => body)),
  ],
  [
    'says-in-milliseconds-when-a-ticket-expires',
    ['TKT-04'],
    'expiresAtNs of a ticket is in milliseconds',
    minted((answer) =>
      rewriteBody(answer, (body) => ({ ...body, expiresAtNs: String(body['expiresAtNs']).slice(0, -6) })),
    ),
  ],
  [
    'says-not-when-to-mint-again',
    ['TKT-06'],
    'RATE_LIMITED of the ticket route lacks Retry-After',
    (answer) => (isRefused(answer, 'RATE_LIMITED') ? without(answer, 'Retry-After') : answer),
  ],
  [
    'asks-for-longer-than-the-minute',
    ['TKT-06'],
    'RATE_LIMITED of the ticket route asks for ninety seconds, of a limit of a minute',
    (answer) => (isRefused(answer, 'RATE_LIMITED') ? withHeader(answer, 'Retry-After', '90') : answer),
  ],
  [
    'lets-retry-tickets-that-it-never-mints',
    // What one clause says of the code the other says of the rule.
    ['ERR-12', 'TKT-07'],
    'TICKETS_UNAVAILABLE is retryable, as other 503s are',
    (answer) =>
      isRefused(answer, 'TICKETS_UNAVAILABLE')
        ? rewriteBody(answer, (body) => ({ error: { ...(body['error'] as object), retryable: true } }))
        : answer,
  ],
  [
    'serves-tickets-to-other-origins',
    ['TKT-12'],
    'every answer of the ticket route allows any origin',
    (answer) => withHeader(answer, 'Access-Control-Allow-Origin', '*'),
  ],
  [
    'lets-other-origins-ask-for-tickets',
    ['TKT-12'],
    'its 405 to a preflight says which headers other origins may send',
    (answer) =>
      answer.status === 405
        ? withHeader(answer, 'Access-Control-Allow-Headers', 'Authorization, Content-Type')
        : answer,
  ],
];

export const SPOILT_TICKETS: readonly Defect[] = ROWS.map(([name, breaks, story, spoil]) => ({
  name,
  breaks,
  story,
  spoil: (answer, { path }) => (path === ROUTE ? spoil(answer) : answer),
}));
