/** Handshakes of a member's sockets: each runs its column of the pipeline on its own connection. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { SOCKET_PATHS, type SocketName } from '../contract/sockets.ts';
import { holdingTime } from '../host-work.ts';
import { httpDate } from '../http/answers.ts';
import { report } from '../http/exchange-event.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import { RUNS } from '../http/pipeline.ts';
import { targetOf } from '../http/request-head.ts';
import type { Services } from '../services.ts';
import type { Answer } from '../stage.ts';

export interface UpgradesOptions {
  readonly services: Services;
  readonly name: string;
}

export interface Upgrades {
  /** Settles once the handshake is answered; never rejects. */
  answer(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void>;
  leave(): void;
  rejoin(): void;
}

/** How long a refused client may take to close its side before it is cut off. Machine time. */
const LINGER_MS = 1_000;
const GOING_AWAY = 1001;
const LEAVING = 'this member is going away: connect again';

/** A GET of a socket's path that requests a WebSocket; every other request is a plain one. */
export function isHandshake(request: IncomingMessage): boolean {
  const { method, headers, url, httpVersion } = request;
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    (headers.connection ?? '').split(',').some((option) => option.trim().toLowerCase() === 'upgrade') &&
    socketAt(url) !== undefined
  );
}

function socketAt(url = ''): SocketName | undefined {
  const { path } = targetOf(url);
  return (Object.keys(SOCKET_PATHS) as SocketName[]).find((socket) => SOCKET_PATHS[socket] === path);
}

/** Creates the handler of a member's handshakes. */
export function upgradesOf({ services, name }: UpgradesOptions): Upgrades {
  let hasLeft = false;

  const open = async (
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    { headers, opens }: Answer,
  ): Promise<void> => {
    const { acceptWebSocket } = await holdingTime(services.clock, 'module loading', import('./ws-connection.ts'));
    const { machineClock } = services;
    const connection = await acceptWebSocket(request, socket, head, { machineClock, headers });
    // The package has a listener for it from here on.
    socket.off('error', nothing);
    if (hasLeft) connection.close(GOING_AWAY, LEAVING);
    else opens?.(connection);
  };

  return {
    async answer(request, socket, head) {
      // A broken connection also emits close, which is handled where it matters.
      socket.on('error', nothing);
      try {
        const column = socketAt(request.url) ?? 'none';
        const target = targetOf(request.url ?? '/');
        const known = { services, request, ...target, memberName: name, isUpgrade: true, allowed: ['GET'] };
        const given = await RUNS[column](known);
        // Reported before the session's first frame.
        report({ services, name }, request, given, column === 'none' ? undefined : SOCKET_PATHS[column]);
        if (given.status === 101) await open(request, socket, head, given);
        else refuse(socket, given, services);
      } catch {
        // The client left meanwhile.
        socket.destroy();
      }
    },
    leave() {
      hasLeft = true;
      services.sessions.closeAll(GOING_AWAY, LEAVING);
    },
    rejoin() {
      hasLeft = false;
    },
  };
}

function nothing(): void {
  // Ignored: see above.
}

/** Writes a refusal as an HTTP answer and closes: bytes behind a handshake are no request (trap X10). */
function refuse(socket: Socket, { status, headers, body }: Answer, { clock, machineClock }: Services): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const bytes = Buffer.from(body ?? '');
  const lines = {
    Date: httpDate(clock),
    Connection: 'close',
    ...headers,
    'Content-Length': String(bytes.length),
  };
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(lines).map(([field, value]) => `${field}: ${value}`),
  ].join('\r\n');
  socket.end(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]));
  // Pending bytes are read and dropped: unread, they would reset the connection and the answer would be lost.
  socket.resume();
  const cutOff = machineClock.after(LINGER_MS, 'refused handshake cut off', () => socket.destroy());
  socket.once('close', () => cutOff.cancel());
}
