import type { IncomingMessage } from 'node:http';
import { malformed } from '../contract/refusals.ts';
import { linesOf } from '../http/request-head.ts';
import { handshakeQuery } from '../sockets/handshake-query.ts';
import { stage } from '../stage.ts';

const KEY = /^[+/0-9A-Za-z]{22}==$/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Checks the fields of a handshake, which `ws` would refuse in text/html (trap X10): its key and its sub-protocols. A
 * body behind it would be read as frames.
 */
export const readHandshake = stage({
  name: 'read-handshake',
  refuses: ['MALFORMED_REQUEST'],
  needs: ['request'],
  gives: [],
  run({ request }) {
    const keys = linesOf(request, 'sec-websocket-key');
    if (keys.length !== 1 || !KEY.test(keys[0] ?? '')) {
      throw malformed('Sec-WebSocket-Key: not one key of sixteen bytes in base64');
    }
    if (!areTokens(linesOf(request, 'sec-websocket-protocol'))) {
      throw malformed('Sec-WebSocket-Protocol: not a list of names, each once; this service speaks none');
    }
    if (hasBody(request))
      throw malformed('a handshake has no body: send Content-Length and Transfer-Encoding not at all');
  },
});

function areTokens(lines: readonly string[]): boolean {
  if (lines.length === 0) return true;
  const names = lines
    .join(',')
    .split(',')
    .map((name) => name.trim());
  return names.every((name) => TOKEN.test(name)) && new Set(names).size === names.length;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Requires exactly one credential, and nothing else in the query (WSS-02, A91). */
export const requireOneCredential = stage({
  name: 'require-one-credential',
  refuses: ['MALFORMED_REQUEST'],
  needs: ['identity', 'rawQuery'],
  gives: [],
  run({ identity, rawQuery }) {
    const { tickets, fault } = handshakeQuery(rawQuery);
    if (identity.by === 'bearer' && tickets.length > 0) {
      throw malformed('a handshake has one credential: send the bearer header or the ticket, not both');
    }
    if (fault !== undefined) throw malformed(fault);
  },
});
