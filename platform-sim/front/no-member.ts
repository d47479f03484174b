/**
 * What a balancer answers if it has no member to choose. The gateway does not read the request, so there is no envelope,
 * no X-Request-Id and no position.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const TEXT = '503 Service Unavailable: no member takes requests\n';
const FIELDS = { 'Content-Type': 'text/plain', 'Content-Length': TEXT.length, 'Retry-After': 1 } as const;

/** Answers a request 503. */
export function answerWithoutMember(response: ServerResponse): void {
  response.writeHead(503, FIELDS).end(TEXT);
  // The rest of the request is read and dropped.
  response.req.resume();
}

/** Answers a handshake 503 and closes its connection. */
export function answerHandshakeWithoutMember(socket: Socket): void {
  const fields = Object.entries({ ...FIELDS, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 503 Service Unavailable\r\n${fields.join('')}\r\n${TEXT}`);
  socket.resume();
}
