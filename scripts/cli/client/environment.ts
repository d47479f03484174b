import type { ClientContext } from './one-start.ts';

/** What a client needs to work in a sandbox, under the names that the README promises. */
export function clientEnvironment({
  sandbox: { profile, controlUrl },
  principal,
  state,
}: ClientContext): Readonly<Record<string, string>> {
  const { baseUrl, sockets, identity, principals, fixtures } = profile;
  const { clientId, clientSecret } = principals[principal];
  return {
    TOUCHSTONE_BASE_URL: baseUrl,
    TOUCHSTONE_TRADING_SOCKET: sockets.trading,
    TOUCHSTONE_MARKET_DATA_SOCKET: sockets.marketData,
    TOUCHSTONE_TOKEN_ENDPOINT: identity.tokenEndpoint,
    TOUCHSTONE_CLIENT_ID: clientId,
    TOUCHSTONE_CLIENT_SECRET: clientSecret,
    TOUCHSTONE_ACCOUNT: fixtures.account.name,
    TOUCHSTONE_ACCOUNT_ID: `${fixtures.account.id}`,
    TOUCHSTONE_INSTRUMENT: fixtures.instrument.symbol,
    TOUCHSTONE_INSTRUMENT_ID: `${fixtures.instrument.id}`,
    TOUCHSTONE_CONTROL_PLANE: controlUrl,
    TOUCHSTONE_STATE: state,
  };
}
