/** Renewals by op auth over open sockets, each of another token, as many a second of the server's processor time. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { processorMsOf } from './cores.ts';

export async function opened(count: number, url: string, token: string): Promise<readonly WebSocket[]> {
  const options = { headers: { Authorization: `Bearer ${token}` } };
  const sockets = Array.from({ length: count }, () => new WebSocket(url, options));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  return sockets;
}

/** Each socket has one renewal in flight: a session takes its renewals one after the other. Rejects if one is refused. */
export async function renewalsOf(
  pid: number,
  sockets: readonly WebSocket[],
  tokens: readonly string[],
): Promise<number> {
  const waiting = [...tokens];
  const beforeMs = processorMsOf(pid);
  await Promise.all(sockets.map((socket) => renewAll(socket, waiting)));
  return (tokens.length / (processorMsOf(pid) - beforeMs)) * 1_000;
}

async function renewAll(socket: WebSocket, waiting: string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let reqId = '';
    const next = (): void => {
      const token = waiting.pop();
      if (token === undefined) {
        socket.off('message', receive);
        resolve();
        return;
      }
      reqId = `r${waiting.length}`;
      socket.send(JSON.stringify({ op: 'auth', reqId, params: { token } }));
    };
    const receive = (data: WebSocket.RawData): void => {
      const frame = JSON.parse(String(data)) as { readonly reqId?: string; readonly success?: boolean };
      if (frame.reqId !== reqId) return;
      if (frame.success === true) next();
      else reject(new Error(`refused: ${String(data)}`));
    };
    socket.on('message', receive);
    next();
  });
}
