/** The peer of `idle-sessions.ts`: ws as it comes, greeting whoever connects. Prints its port on a line. */
import './resident-memory.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => socket.send('{"event":"sessionOpened"}'));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
