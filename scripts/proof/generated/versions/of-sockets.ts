import { once } from 'node:events';
import { WebSocket } from 'ws';
import { SOCKET_PATHS, type SocketGate, type SocketVersion } from '../../../../gateway/contract/sockets.ts';
import type { MemberOfVersion } from './every-version.ts';

/** One change of the trading socket's own contract, as `Change` is one of HTTP's. */
export interface SocketChange {
  readonly at: SocketVersion;
  readonly gate: SocketGate;
  readonly what: string;
  /** @param token of a trader */
  see(member: MemberOfVersion, token: string): Promise<unknown>;
  readonly before: unknown;
  readonly since: unknown;
}

export const SOCKET_CHANGES: readonly SocketChange[] = [
  {
    at: '1.1.0',
    gate: 'orders',
    what: 'an order of an odd price',
    see: async (member, token) => (await answerTo(member, token, 'submit')).code,
    before: 'UNKNOWN_OP',
    since: 'INVALID_PRICE',
  },
  {
    at: '1.4.0',
    gate: 'handshake.credential-owed',
    what: 'a handshake without a credential',
    see: async (member) => {
      const socket = new WebSocket(urlOf(member));
      const [opened] = await Promise.race([
        once(socket, 'upgrade').then(() => [101]),
        once(socket, 'unexpected-response').then(([, response]) => [response.statusCode]),
      ]);
      socket.on('error', () => undefined);
      socket.terminate();
      return opened;
    },
    before: 101,
    since: 401,
  },
];

function urlOf({ baseUrl }: MemberOfVersion): string {
  return `${baseUrl.replace('http', 'ws')}${SOCKET_PATHS.trading}`;
}

async function answerTo(member: MemberOfVersion, token: string, op: string): Promise<{ readonly code?: string }> {
  const socket = new WebSocket(urlOf(member), { headers: { authorization: `Bearer ${token}` } });
  const params = { clientOrderId: 'walked', accountId: 1, instrumentId: 1, price: 'odd', qty: '1' };
  const answered = new Promise<{ readonly code?: string }>((resolve) => {
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { readonly op?: string; readonly code?: string };
      if (frame.op !== undefined) resolve(frame);
    });
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ op, reqId: 'r', params }));
  const frame = await answered;
  socket.terminate();
  return frame;
}
