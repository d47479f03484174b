/** Members of a socket contract before 1.4.0, which opened without a credential, that do not let in as they should. */
import { unauthenticated } from '../../stages/authenticate.ts';
import type { Defect } from '../defect.ts';
import { frameOf, onItsConnection } from './on-its-connection.ts';

const OLDER = { socket: '1.1.0' } as const;

export const OLDER_SESSIONS: readonly Defect[] = [
  {
    name: 'asks-for-a-credential-too-early',
    breaks: ['WSS-20'],
    contract: OLDER,
    story: 'a member of socket contract 1.1.0 refuses a handshake without a credential',
    stages: {
      identify: (good) => ({
        ...good,
        async run(known, proceed) {
          if (known.request.headers.authorization === undefined && known.rawQuery === '') {
            throw unauthenticated('send the header Authorization: Bearer <access token>');
          }
          return good.run(known, proceed);
        },
      }),
    },
  },
  {
    name: 'takes-no-first-auth',
    breaks: ['WSS-20'],
    contract: OLDER,
    story: 'a member of socket contract 1.1.0 refuses op auth in a session that nobody is known of',
    stages: onItsConnection('trading', (connection, { identity }) => ({
      send(text) {
        const { op, reqId, success } = frameOf(text);
        if (identity.token !== null || op !== 'auth' || success !== true) {
          connection.send(text);
          return;
        }
        const [code, message] = ['FORBIDDEN_PRINCIPAL', 'the session is of nobody'];
        connection.send(JSON.stringify({ op, reqId, success: false, code, message, retryable: false }));
      },
    })),
  },
];
