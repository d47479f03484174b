/**
 * Connections that the system has opened on a listening port and this process has not accepted yet. Closing the port
 * resets them with the requests on them, which a proxy does not send again where they are writes.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** The table begins with the listening ports: some hundred of them. */
const READ_BYTES = 65_536;
const LISTENING = '0A';
const HEX = 16;

/** How many there are on a port now; 0 where the system does not tell (it does on Linux). Throws nothing. */
export function acceptQueueLength(port: number, family: string): number {
  let file: number;
  try {
    file = openSync(family === 'IPv6' ? '/proc/net/tcp6' : '/proc/net/tcp', 'r');
  } catch {
    return 0;
  }
  try {
    const bytes = Buffer.allocUnsafe(READ_BYTES);
    return lengthIn(bytes.toString('latin1', 0, readSync(file, bytes)), port);
  } catch {
    return 0;
  } finally {
    closeSync(file);
  }
}

/** @param table rows such as `0: 0100007F:0FAA 00000000:0000 0A 00000000:00000002 ...`: address, peer, state, queues */
function lengthIn(table: string, port: number): number {
  const suffix = `:${port.toString(HEX).toUpperCase().padStart(4, '0')}`;
  let length = 0;
  for (const row of table.split('\n')) {
    const [, address, , state, queues] = row.trim().split(/ +/);
    if (state !== LISTENING || address?.endsWith(suffix) !== true) continue;
    length += Number.parseInt(queues?.split(':')[1] ?? '0', HEX);
  }
  return length;
}
