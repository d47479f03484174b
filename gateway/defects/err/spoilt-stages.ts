import type { IncomingMessage } from 'node:http';
import { stateHeaders } from '../../answers.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { Known, Stage } from '../../stage.ts';
import type { Defect } from '../defect.ts';
import { refusing } from './refusing.ts';

/** The good stage, given something else to look at. */
function given(other: (known: Known) => Partial<Known>): (good: Stage) => Stage {
  return (good) => ({ ...good, run: (known, proceed) => good.run({ ...known, ...other(known) }, proceed) });
}

/** The request, its Content-Type less the charset. */
function inAnyCharset(request: IncomingMessage): IncomingMessage {
  const type = request.headers['content-type']?.replace(/;.*$/, '');
  const headersDistinct = { ...request.headersDistinct, ...(type === undefined ? {} : { 'content-type': [type] }) };
  return Object.create(request, { headersDistinct: { value: headersDistinct } }) as IncomingMessage;
}

/** More than there are: who holds the row that the caller's organisation does not? */
const ORGANISATIONS = 100;

function heldByAnother({ services, params }: Known): boolean {
  const orgIds = Array.from({ length: ORGANISATIONS }, (_, index) => index + 1);
  return orgIds.some((orgId) => services.state.orders(orgId).get(params['id'] ?? '') !== undefined);
}

export const SPOILT_STAGES: readonly Defect[] = [
  {
    name: 'asks-who-before-the-path',
    breaks: ['ERR-04'],
    story: 'an unknown path without a token answers 401',
    stages: {
      'refuse-unknown': refusing('ROUTE_NOT_FOUND', ({ request }) =>
        request.headers.authorization === undefined ? new Refusal('UNAUTHENTICATED', 'no bearer token') : undefined,
      ),
    },
  },
  {
    name: 'takes-a-long-body-for-a-malformed-one',
    breaks: ['ERR-06'],
    story: 'a Content-Length over 1 MB answers 400',
    stages: {
      'bound-body': refusing('PAYLOAD_TOO_LARGE', () => new Refusal('MALFORMED_REQUEST', 'the body is too long')),
    },
  },
  {
    name: 'bounds-no-body-of-a-read',
    breaks: ['ERR-06'],
    story: 'a read is served whatever its Content-Length',
    stages: {
      'bound-body': (good) => ({
        ...good,
        run: (known, proceed) => (known.route.column === 'write' ? good.run(known, proceed) : proceed({})),
      }),
    },
  },
  {
    name: 'takes-a-trailing-comma',
    breaks: ['ERR-07'],
    story: 'a body with a comma after its last member is read as JSON',
    stages: {
      'read-body': given(({ readBytes }) => ({
        readBytes: async () => (await readBytes()).replace(/,\s*}$/, '}'),
      })),
    },
  },
  {
    name: 'reads-every-charset-as-utf-8',
    breaks: ['ERR-08'],
    story: 'the charset of a body is not looked at',
    stages: { 'read-body': given(({ request }) => ({ request: inAnyCharset(request) })) },
  },
  {
    name: 'tells-whose-the-row-is',
    breaks: ['ERR-09'],
    story: 'the 404 of an order that another organisation holds says so in its message',
    stages: {
      'serve-read': refusing('NOT_FOUND', (known) =>
        heldByAnother(known)
          ? new Refusal('NOT_FOUND', "the order is another organisation's", { headers: stateHeaders(known.services) })
          : undefined,
      ),
    },
  },
  {
    name: 'lets-an-unreadable-query-through',
    breaks: ['ERR-18'],
    story: 'an escape that is none stays as it is, so that an unreadable cursor is one that does not decode',
    stages: { 'read-query': given(({ rawQuery }) => ({ rawQuery: rawQuery.replace(/%(?![0-7][0-9a-f])/gi, '%25') })) },
  },
];
