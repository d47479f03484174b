/** Members that open sessions of the trading socket for other handshakes than the good one does (WSS-01, WSS-02). */
import { malformed } from '../../contract/refusals.ts';
import type { Known, Stage } from '../../stage.ts';
import { unauthenticated } from '../../stages/authenticate.ts';
import { handshakeQuery } from '../../stages/handshake-query.ts';
import { lettingThrough } from '../auth/letting-through.ts';
import type { Defect } from '../defect.ts';

const NOBODY = { identity: { by: 'nothing', token: null } } as const;

const isBare = ({ request, rawQuery }: Known): boolean =>
  request.headers.authorization === undefined && rawQuery === '';

/** The good stage for those of whom nothing is said; others are refused by it. */
function refusedWhere(is: (known: Known) => boolean, refuse: () => never): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    async run(known, proceed) {
      if (is(known)) refuse();
      return good.run(known, proceed);
    },
  });
}

export const LAX_HANDSHAKES: readonly Defect[] = [
  {
    name: 'opens-for-nobody',
    breaks: ['WSS-01'],
    story: 'lets a handshake without a credential in, as socket contracts before 1.4.0 do',
    stages: { identify: lettingThrough('UNAUTHENTICATED', (known) => (isBare(known) ? NOBODY : undefined)) },
  },
  {
    name: 'opens-for-a-query-of-anything',
    breaks: ['WSS-01'],
    story: 'takes any query of a handshake for a ticket that it will read later, and opens',
    stages: {
      identify: lettingThrough('UNAUTHENTICATED', ({ rawQuery }) =>
        rawQuery !== '' && handshakeQuery(rawQuery).tickets.length === 0 ? NOBODY : undefined,
      ),
      'require-one-credential': lettingThrough('MALFORMED_REQUEST', ({ rawQuery }) =>
        handshakeQuery(rawQuery).tickets.length === 0 ? {} : undefined,
      ),
    },
  },
  {
    name: 'opens-with-an-empty-ticket',
    // The ticket that is not there is also one that nobody minted.
    breaks: ['WSS-01', 'TKT-10'],
    story: 'reads ?ticket= as no ticket at all, and asks for none',
    stages: {
      'require-one-credential': lettingThrough('MALFORMED_REQUEST', ({ identity, rawQuery }) =>
        identity.by === 'unreadable' && rawQuery === 'ticket=' ? {} : undefined,
      ),
    },
  },
  {
    name: 'opens-with-an-empty-bearer',
    breaks: ['WSS-01'],
    story: 'looks whether a handshake has an Authorization header, and not whether a token stands in it',
    stages: {
      identify: lettingThrough('UNAUTHENTICATED', ({ request }) =>
        request.headers.authorization?.trim().toLowerCase() === 'bearer' ? NOBODY : undefined,
      ),
    },
  },
  {
    name: 'opens-with-both-credentials',
    breaks: ['WSS-02'],
    story: 'takes the bearer header of a handshake that has a ticket as well',
    stages: {
      'require-one-credential': lettingThrough('MALFORMED_REQUEST', ({ identity }) =>
        identity.by === 'bearer' ? {} : undefined,
      ),
    },
  },
  {
    name: 'opens-by-the-ticket-of-both',
    breaks: ['WSS-02'],
    story: 'where a handshake has both credentials it looks at the ticket alone',
    stages: {
      identify: (good) => ({
        ...good,
        run(known, proceed) {
          const [ticket] = handshakeQuery(known.rawQuery).tickets;
          const presented =
            ticket !== undefined && known.request.headers.authorization !== undefined
              ? known.services.tickets.present(ticket)
              : undefined;
          return presented !== undefined && 'token' in presented
            ? proceed({ identity: { by: 'ticket', token: presented.token } })
            : good.run(known, proceed);
        },
      }),
    },
  },
  {
    name: 'opens-with-no-ticket',
    breaks: ['WSS-02', 'TKT-08'],
    story: 'mints tickets, and refuses a handshake that has one',
    stages: {
      'require-one-credential': refusedWhere(
        ({ identity }) => identity.by === 'ticket',
        () => {
          throw malformed('a handshake takes no query');
        },
      ),
    },
  },
  {
    name: 'opens-with-no-bearer',
    breaks: ['WSS-02'],
    story: 'has the ticket as its one credential, and refuses the bearer header',
    stages: {
      identify: refusedWhere(
        ({ request }) => request.headers.authorization !== undefined,
        () => {
          throw unauthenticated('open this socket with ?ticket=');
        },
      ),
    },
  },
];
