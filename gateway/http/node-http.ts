/**
 * `node:http` loaded by its parts. An import of the module reads every exported name, one of which loads Node's whole
 * fetch and WebSocket: a tenth of the sandbox's start.
 */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
