/** ws as it comes, echoing each renewal once jose has verified its token: `node bare-renewals.mjs JWKS AUDIENCE`. */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { WebSocketServer } from 'ws';

const [, , jwks = '', audience = ''] = process.argv;
const keys = createRemoteJWKSet(new URL(jwks));
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data) => void renew(socket, data));
});
server.on('listening', () => console.log(JSON.stringify({ ready: true, port: Object(server.address()).port })));

/**
 * @param {import('ws').WebSocket} socket
 * @param {import('ws').RawData} data
 */
async function renew(socket, data) {
  const { reqId, params } = JSON.parse(String(data));
  await jwtVerify(params.token, keys, { audience });
  socket.send(JSON.stringify({ op: 'auth', reqId, success: true }));
}
