/** The library `ws` with its defaults. It greets each connection and prints its ready line. */
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => socket.send('{"event":"sessionOpened"}'));
server.on('listening', () => console.log(JSON.stringify({ ready: true, port: Object(server.address()).port })));
