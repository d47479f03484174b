/**
 * Opens a connection through an HTTP proxy with CONNECT (RFC 9110, 9.3.6). Addresses without TLS use it too, so that no
 * proxy changes a request.
 */
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { limitConnecting } from './connect-timeout.ts';
import { type HttpProxy, portOf } from './proxies.ts';
import { ProxyProblem } from './proxy-problem.ts';

function unreached({ said, variable }: HttpProxy, url: URL, { code, name }: NodeJS.ErrnoException): ProxyProblem {
  const advice = `mend ${variable}, or name ${url.hostname} in NO_PROXY`;
  return new ProxyProblem(`proxy ${said} is not reached (${code ?? name}); ${advice}`);
}

function refused(
  { said, variable, authorization }: HttpProxy,
  authority: string,
  url: URL,
  status: number,
): ProxyProblem {
  const problem = (what: string) => new ProxyProblem(`proxy ${said} ${what}`);
  if (status === 407) {
    return problem(
      authorization === undefined
        ? `asks for a user and a password (407); write them into ${variable} as http://USER:PASSWORD@HOST:PORT`
        : `does not take the user and password of ${variable} (407); mend them`,
    );
  }
  if (status >= 500) {
    return problem(`cannot connect to ${authority} (${status}); is that address right, and open to the proxy?`);
  }
  return problem(
    `refuses to connect to ${authority} (${status}); have it allow that, or name ${url.hostname} in NO_PROXY`,
  );
}

/**
 * A connection to the host of `url` on which nothing has been sent. Rejects with a ProxyProblem. `ca`: the authorities
 * for a proxy over TLS; those of this machine where absent.
 */
export function tunnel(proxy: HttpProxy, url: URL, ca: string[] | undefined): Promise<Socket> {
  const { host, port, authorization } = proxy;
  const authority = `${url.hostname}:${portOf(url)}`;
  const request = (proxy.isSecure ? overHttps : overHttp)({
    ...{ host, port, method: 'CONNECT', path: authority, agent: false },
    headers: { Host: authority, ...(authorization !== undefined && { 'Proxy-Authorization': authorization }) },
    ...(proxy.isSecure && { servername: isIP(host) === 0 ? host : '', ...(ca !== undefined && { ca }) }),
  });
  return new Promise((resolve, reject) => {
    const limit = limitConnecting(request);
    request.once('error', (error) => {
      limit.cancel();
      reject(unreached(proxy, url, error));
    });
    request.once('connect', ({ statusCode: status = 0 }, socket: Socket, head) => {
      limit.cancel();
      if (status < 200 || status > 299) {
        socket.destroy();
        reject(refused(proxy, authority, url, status));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.end();
  });
}
