/** For tests: the third-party proxy proxy-chain. */
import type { lookup } from 'node:dns';
import { RequestError, Server } from 'proxy-chain';
import { SERVER_CERTIFICATE, SERVER_KEY } from './sample-certificates.ts';

const toThisMachine = ((_: string, options: object, done: (error: null, address: unknown, family?: 4) => void) =>
  'all' in options && options.all === true
    ? done(null, [{ address: '127.0.0.1', family: 4 }])
    : done(null, '127.0.0.1', 4)) as unknown as typeof lookup;

export interface Manner {
  /** `user:password`; the proxy answers 407 without it. */
  readonly credentials?: string;
  /** A response that replaces the tunnel. */
  readonly status?: number;
  readonly isSecure?: boolean;
}

/** Listens on this machine, and resolves every name to it. */
export async function startProxy({ credentials, status, isSecure = false }: Manner = {}) {
  const tunnels: string[] = [];
  const tls = { key: SERVER_KEY, cert: SERVER_CERTIFICATE };
  const server = new Server({
    ...{ port: 0, host: '127.0.0.1' },
    ...(isSecure ? { serverType: 'https', httpsOptions: tls } : { serverType: 'http' }),
    prepareRequestFunction({ hostname, port, isHttp, username, password }) {
      if (status !== undefined) throw new RequestError('no', status);
      tunnels.push(`${isHttp ? 'forward' : 'CONNECT'} ${hostname}:${port}`);
      const requestAuthentication = credentials !== undefined && `${username}:${password}` !== credentials;
      return { requestAuthentication, dnsLookup: toThisMachine };
    },
  });
  await server.listen();
  return {
    at: (userInfo = '') => `http${isSecure ? 's' : ''}://${userInfo}127.0.0.1:${server.port}`,
    /** The requests that it received, in order: `CONNECT gateway.test:443`. */
    tunnels,
    close: () => server.close(true),
  };
}
