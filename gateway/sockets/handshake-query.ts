/** The query of a handshake of the trading socket: one ticket, or nothing. */
export interface HandshakeQuery {
  /** The decoded values, in the order sent. */
  readonly tickets: readonly string[];
  /** What is wrong with the query, in a message that quotes no ticket. */
  readonly fault: string | undefined;
}

/** Parses the raw query of a handshake strictly. Never throws: a fault is part of the result. */
export function handshakeQuery(rawQuery: string): HandshakeQuery {
  const tickets: string[] = [];
  let fault: string | undefined;
  for (const part of rawQuery.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decoded(equals < 0 ? part : part.slice(0, equals));
    const value = decoded(equals < 0 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) {
      fault ??= 'the query string does not decode: a % escape in it is not UTF-8';
    } else if (name !== 'ticket') {
      // The name is not quoted: it may be a ticket whose parameter name is missing.
      fault ??= 'a handshake takes the query parameter ticket, once, and no other';
    } else if (value === '') {
      fault ??= 'ticket: empty';
    } else if (tickets.length > 0) {
      fault ??= 'ticket: sent more than once';
    }
    if (name === 'ticket') tickets.push(value ?? '');
  }
  return { tickets, fault };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
