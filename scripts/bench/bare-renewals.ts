/** The peer of `renewals.ts`: ws as it comes; what it hears is echoed once jose has verified its token. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type RawData, WebSocketServer } from 'ws';

const [jwks = '', audience = ''] = process.argv.slice(2);
const keys = createRemoteJWKSet(new URL(jwks));
const server = createServer();
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  const verify = async (data: RawData): Promise<void> => {
    const { reqId, params } = JSON.parse(String(data)) as {
      readonly reqId: string;
      readonly params: { readonly token: string };
    };
    await jwtVerify(params.token, keys, { audience });
    socket.send(JSON.stringify({ op: 'auth', reqId, success: true }));
  };
  socket.on('message', (data) => void verify(data));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
