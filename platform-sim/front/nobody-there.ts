/**
 * What a balancer answers in the members' place where it has none to choose: a request that the web server turns away
 * before the gateway reads it, so no envelope, no X-Request-Id, no position.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const TEXT = '503 Service Unavailable: no member takes requests\n';
const FIELDS = { 'Content-Type': 'text/plain', 'Content-Length': TEXT.length, 'Retry-After': 1 } as const;

/** Answers a request 503 in the place of members that are not there. */
export function turnAway(response: ServerResponse): void {
  response.writeHead(503, FIELDS).end(TEXT);
  // What is still on its way of the request is read and let go.
  response.req.resume();
}

/** Answers a handshake 503 and closes its connection. */
export function turnHandshakeAway(socket: Socket): void {
  const fields = Object.entries({ ...FIELDS, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 503 Service Unavailable\r\n${fields.join('')}\r\n${TEXT}`);
  socket.resume();
}
