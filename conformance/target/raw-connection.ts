/** Bytes out, one answer back, on a connection of its own. */
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Stopwatch } from '../runner/stopwatch.ts';
import type { RecordedResponse } from './exchange.ts';
import { readAnswer } from './raw-answer.ts';
import type { WireFailure } from './transport.ts';
import { failureOf } from './transport.ts';

/** Never rejects; a failure is told in a word, as by a Transport. */
export function sendBytes(
  base: URL,
  bytes: Uint8Array,
  timeoutMs: number,
  stopwatch: Stopwatch,
): Promise<RecordedResponse | WireFailure> {
  return new Promise((resolve) => {
    const secure = base.protocol === 'https:';
    const host = base.hostname.replace(/^\[|\]$/g, '');
    const port = base.port === '' ? (secure ? 443 : 80) : Number(base.port);
    const socket = secure ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
    const chunks: Buffer[] = [];
    const settle = (answer: RecordedResponse | WireFailure) => {
      limit.cancel();
      socket.destroy();
      resolve(answer);
    };
    const limit = stopwatch.after(timeoutMs, () => settle({ failure: 'timeout' }));
    const look = (ended: boolean) => {
      const answer = readAnswer(Buffer.concat(chunks), ended);
      if (answer !== undefined) settle(answer);
      else if (ended) settle({ failure: chunks.length === 0 ? 'closed without an answer' : 'no whole HTTP answer' });
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      look(false);
    });
    socket.on('end', () => look(true));
    // A server may answer and reset before it has read all: what came before the reset counts.
    socket.on('error', (error) => {
      const answer = readAnswer(Buffer.concat(chunks), true);
      settle(answer ?? { failure: failureOf(error) });
    });
    socket.write(bytes);
  });
}
