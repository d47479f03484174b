import type { ServerResponse } from 'node:http';

/** Sends the head and half of the body of an answer, as its `end` was given it, and then the connection is gone. */
export function sendHalf(response: ServerResponse, body: unknown): void {
  const { socket } = response.req;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!(bytes instanceof Uint8Array) || bytes.length < 2) {
    socket.destroy();
    return;
  }
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  response.write(half, () => socket.destroy());
}
