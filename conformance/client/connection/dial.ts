/** The one way to a connection of the network, for requests, bytes, sockets and the token endpoint. */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { limitConnecting } from './connect-timeout.ts';
import { hostOf, isSecure, type Proxies, portOf } from './proxies.ts';
import type { TlsFiles } from './tls-files.ts';
import { tunnel } from './tunnel.ts';

/**
 * A new connection to the host of a URL, over TLS where that is https or wss, through a proxy where there is one for it.
 * Nothing is sent yet. Rejects with the error of the wire, or a ProxyProblem.
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
      // TLS 1.3 tells a client only now that its certificate is not taken; the end that follows would hide why.
      socket.once('error', () => socket.destroy());
      resolve(socket);
    });
  });
}

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

/** Without a proxy, trusting what this machine trusts. */
export const directly: Dial = dialer(() => undefined);
