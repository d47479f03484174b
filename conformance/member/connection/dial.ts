/** Opens all network connections, for requests, raw bytes, sockets and the token endpoint. */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { limitConnecting } from './connect-timeout.ts';
import { hostOf, isSecure, type Proxies, portOf } from './proxies.ts';
import type { TlsFiles } from './tls-files.ts';
import { tunnel } from './tunnel.ts';

/**
 * A new connection to the host of a URL: over TLS for https and wss, through a proxy where one is configured. Nothing
 * has been sent yet. Rejects with the network error or a ProxyProblem.
 */
export type Dial = (url: URL) => Promise<Socket>;

const KEEP_ALIVE_MS = 60_000;

function connected(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const limit = limitConnecting(socket);
    const fail = (error: Error) => {
      limit.cancel();
      reject(error);
    };
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.once('error', fail);
    socket.once(event, () => {
      limit.cancel();
      socket.removeListener('error', fail);
      // Under TLS 1.3 a client learns only now that its certificate is refused; the close that follows would hide the
      // reason.
      socket.once('error', () => socket.destroy());
      resolve(socket);
    });
  });
}

/** Opens connections with these proxies and TLS files. */
export function dialer(proxies: Proxies, tls: TlsFiles = {}): Dial {
  return async (url) => {
    const [host, port] = [hostOf(url), portOf(url)];
    const proxy = proxies(url);
    const through = proxy === undefined ? undefined : await tunnel(proxy, url, tls.ca);
    if (!isSecure(url)) return through ?? (await connected(connectPlain({ host, port }), 'connect'));
    const name = isIP(host) === 0 ? { servername: host } : {};
    const way = through === undefined ? { host, port } : { host, socket: through };
    return await connected(connectTls({ ...way, ...name, ...tls, ALPNProtocols: ['http/1.1'] }), 'secureConnect');
  };
}

/** Opens direct connections and trusts the authorities of this machine. */
export const directly: Dial = dialer(() => undefined);
