import { holdingTime } from '../host-work.ts';
import type { Connection } from '../sockets/connection.ts';
import { type Answer, lastStage } from '../stage.ts';

/** The last stage of a handshake: it is answered 101, and the session begins with the connection. */
export const openTrading = lastStage({
  name: 'open-trading-session',
  refuses: [],
  needs: ['services', 'memberName', 'identity', 'holder'],
  gives: [],
  async run({ services, memberName, identity: { token }, holder: caller }) {
    const loading = import('../sockets/trading-session.ts');
    const { openTradingSession } = await holdingTime(services.clock, 'module loading', loading);
    return switching((connection) => openTradingSession({ services, connection, token, caller, memberName }));
  },
});

/** Answers a market data handshake with 101 and opens its session. */
export const openMarketData = lastStage({
  name: 'open-market-data-session',
  refuses: [],
  needs: ['services', 'memberName'],
  gives: [],
  async run({ services, memberName }) {
    const loading = import('../sockets/market-data-session.ts');
    const { openMarketDataSession } = await holdingTime(services.clock, 'module loading', loading);
    return switching((connection) => openMarketDataSession({ services, connection, memberName }));
  },
});

function switching(opens: (connection: Connection) => void): Answer {
  return { status: 101, headers: {}, body: null, opens };
}
