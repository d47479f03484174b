import type { ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How a port that serves a member is opened. Node's parser stays strict. A request that is not whole in 12 s is ended with
 * 408, at the latest 14 s after it began: Node looks at the connections every so often. Of two lines of a single-valued header Node keeps one and says nothing (trap X2): stages read
 * `headersDistinct`.
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
 * A request that Node's parser turns away: one of the two answers without an envelope. It is named like any other (RID-01,
 * decision A18), by an id of the service's own: what the request brought was not read.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, requestId: string | undefined): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // An answer that is still owed on this connection comes first and ends it: a 400 in its place would be taken for it.
  const owed = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (owed != null) {
    // Its request ended before its body did: there is nothing left to answer, and nothing more will come.
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
  // Not left half open: who sends garbage may never close.
  socket.destroySoon();
}
