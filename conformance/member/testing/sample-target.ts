/**
 * For tests: a minimal target with a token endpoint and a socket, and the four ways in which the suite connects to it.
 */
import { createServer as createPlain } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { startStopwatch } from '../../runner/stopwatch.ts';
import { parseProfile } from '../profile/read-profile.ts';
import type { Target } from '../target.ts';
import { connect } from '../target.ts';
import type { Environment } from '../tokens/credentials.ts';

interface SampleTarget {
  readonly isSecure: boolean;
  readonly port: number;
  /** The number of connections. */
  readonly connections: () => number;
  close(): void;
}

/** Listens on this machine; over TLS if options for it are given. */
export async function startTarget(tls?: ServerOptions): Promise<SampleTarget> {
  const server = tls === undefined ? createPlain() : createServer(tls);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.on('request', (request, response) => {
    const isGrant = request.url === '/token';
    response.setHeader('Content-Type', 'application/json');
    response.end(isGrant ? '{"access_token":"granted-token","expires_in":60}' : '{"capabilities":[]}');
  });
  new WebSocketServer({ server }).on('connection', (socket) => socket.send('{}'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    isSecure: tls !== undefined,
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Reaching {
  readonly host?: string;
  readonly tls?: object;
  readonly environment?: Environment;
  /** The profile with the files that `tls` names. */
  readonly folder?: string;
}

export function profileOfTarget(
  { isSecure, port }: Pick<SampleTarget, 'isSecure' | 'port'>,
  { host = '127.0.0.1', tls, environment = {}, folder = '.' }: Reaching,
) {
  const address = `${isSecure ? 's' : ''}://${host}:${port}`;
  const profile = {
    baseUrl: `http${address}`,
    sockets: { trading: `ws${address}/v1/ws/trading` },
    contract: { rest: '0.14.0' },
    identity: { tokenEndpoint: `http${address}/token` },
    principals: { trader: { clientId: 'c', clientSecret: 'some-secret' } },
    limits: { requestsPerSecond: 1000 },
    ...(tls !== undefined && { tls }),
  };
  return parseProfile(JSON.stringify(profile), 'staging.json', environment, folder);
}

export function reached(target: SampleTarget, reaching: Reaching = {}): Promise<Target> {
  const options = { stopwatch: startStopwatch(), freshKey: () => 'key', userAgent: 'touchstone/test' };
  return connect(profileOfTarget(target, reaching), options);
}

/** The results of a request with a token of the endpoint, of the same request as raw bytes, and of a socket. */
export async function allWays(target: Target): Promise<readonly [unknown, unknown, boolean | undefined]> {
  const session = target.session();
  const trader = session.actors.get('trader');
  const request = await trader?.get('/me');
  const bytes = await trader?.raw(['GET /me HTTP/1.1', 'Host: <host>']);
  const socket = await trader?.openSocket('trading');
  await session.finish();
  await target.close();
  return [request?.response?.status ?? request?.failure, bytes?.response?.status ?? bytes?.failure, socket?.opened];
}
