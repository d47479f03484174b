/**
 * What a balancer answers in the members' place where it has none to choose: a request that the web server turns away
 * before the gateway reads it, so no envelope, no X-Request-Id, no position.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const TEXT = '503 Service Unavailable: no member takes requests\n';
const RETRY_AFTER_S = 1;

export function turnAway(response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': RETRY_AFTER_S }).end(TEXT);
  // What is still on its way of the request is read and let go.
  response.req.resume();
}

export function turnHandshakeAway(socket: Socket): void {
  const head = [
    'HTTP/1.1 503 Service Unavailable',
    'Content-Type: text/plain',
    `Content-Length: ${TEXT.length}`,
    `Retry-After: ${RETRY_AFTER_S}`,
    'Connection: close',
  ];
  socket.on('error', () => undefined);
  socket.end(`${head.join('\r\n')}\r\n\r\n${TEXT}`);
  socket.resume();
}
