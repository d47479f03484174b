/**
 * `node:http` by its parts, without what an import of it as a module brings with it: every name that it exports is read
 * then, and one of them loads the whole of Node's fetch and WebSocket, a tenth of the sandbox's start.
 */
export const { createServer, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
