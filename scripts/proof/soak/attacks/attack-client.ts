/**
 * Attacks a port until it is ended: `node attack-client.ts < FILE`. FILE is an Attack as JSON. Every connection stays open.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startStopwatch } from '../../../../conformance/runner/stopwatch.ts';

export interface Attack {
  readonly port: number;
  readonly connections: number;
  readonly request: string;
  /** How often each connection sends the request. */
  readonly times: number;
  readonly reads: boolean;
  /** Absent: all at once. Otherwise one byte of the request at this interval. */
  readonly byteEveryMs?: number;
}

const { sleep } = startStopwatch();
const { port, connections, request, times, reads, byteEveryMs } = JSON.parse(await text(process.stdin)) as Attack;
const all = Buffer.from(request.repeat(times), 'latin1');

async function attack(): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  if (reads) socket.resume();
  else socket.pause();
  await once(socket, 'connect');
  if (byteEveryMs === undefined) socket.write(all);
  else {
    for (const byte of all) {
      socket.write(Buffer.of(byte));
      await sleep(byteEveryMs);
    }
  }
}

const begun = Array.from({ length: connections }, attack);
if (byteEveryMs === undefined) await Promise.all(begun);
// Keep the process alive until its parent ends it.
await sleep(600_000);
