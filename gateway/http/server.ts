import type { ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Opens the HTTP port of a member. Node's parser stays strict. A request that is incomplete after 12 s is ended with
 * 408, at the latest after 14 s, because Node checks connections at intervals. If a single-valued header occurs twice,
 * Node silently keeps one (trap X2): stages read `linesOf`.
 */
export const serverOptions: ServerOptions = {
  insecureHTTPParser: false,
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 12_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 32_768,
  // Of a body that waits to be read: in HTTP chunks of a byte each, it takes two hundred times as much memory.
  highWaterMark: 8_192,
  noDelay: true,
};

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers a request that Node's parser rejects: one of the two answers without an envelope. The request id is generated
 * (RID-01, decision A18), because the headers were not parsed.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, requestId: string | undefined): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // A pending answer on this connection is sent first and closes it; the client would take a 400 for that answer.
  const owed = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (owed != null) {
    // The request ended before its body did: no answer is possible, and no further data comes.
    if (!owed.req.complete) {
      socket.destroy();
      return;
    }
    owed.shouldKeepAlive = false;
    return;
  }
  const statusLine = STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  const named = requestId === undefined ? '' : `X-Request-Id: ${requestId}\r\n`;
  socket.write(`HTTP/1.1 ${statusLine}\r\n${named}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  // Do not leave it half open: the sender of invalid data may never close.
  socket.destroySoon();
}
