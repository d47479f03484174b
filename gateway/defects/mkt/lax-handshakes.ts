import { malformed } from '../../contract/refusals.ts';
import { unauthenticated } from '../../stages/authenticate.ts';
import type { Defect } from '../defect.ts';
import { onItsConnection } from '../wss/on-its-connection.ts';

/** Members that open market data to others than the good one does, or tell more than they should of it at first. */
export const LAX_HANDSHAKES_OF_MARKET_DATA: readonly Defect[] = [
  {
    name: 'asks-for-a-token-before-market-data',
    breaks: ['MKT-01'],
    story: 'refuses a market data handshake without a bearer header',
    stages: {
      'read-handshake': (good) => ({
        ...good,
        async run(known, proceed) {
          const { request, path } = known;
          if (path.endsWith('market-data') && request.headers.authorization === undefined) {
            throw unauthenticated('send the header Authorization: Bearer <access token>');
          }
          return good.run(known, proceed);
        },
      }),
    },
  },
  {
    name: 'asks-for-a-ticket-before-market-data',
    breaks: ['MKT-01'],
    story: 'refuses a market data handshake without a ticket, as if it was one of trading',
    stages: {
      'read-handshake': (good) => ({
        ...good,
        async run(known, proceed) {
          const { path, rawQuery } = known;
          if (path.endsWith('market-data') && rawQuery === '') throw malformed('open this socket with ?ticket=');
          return good.run(known, proceed);
        },
      }),
    },
  },
  {
    name: 'tells-a-quote-to-anybody',
    breaks: ['MKT-04'],
    story: 'begins a market data session with a quote, whoever it is of',
    stages: onItsConnection('market-data', (connection) => {
      const data = { instrumentId: '1', instrument: 'BTC-USD', bid: '1', ask: '2', venueTsNs: '1' };
      connection.send(JSON.stringify({ event: 'quote', msgType: 'quote', data }));
      return {};
    }),
  },
  {
    name: 'feeds-who-could-not-say-who-they-are',
    breaks: ['MKT-04'],
    story: 'takes a subscription in a session whose op auth is still to come',
    frame: (frame, { socket, name }) =>
      socket === 'market-data' && name === 'subscribe' && frame['code'] === 'UNAUTHENTICATED'
        ? { op: frame['op'], reqId: frame['reqId'], success: true, topics: [] }
        : frame,
  },
];
