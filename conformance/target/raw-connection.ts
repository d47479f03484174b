/** Bytes out, one answer back, on a connection of its own. */
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Stopwatch } from '../runner/stopwatch.ts';
import type { RecordedResponse } from './exchange.ts';
import { readAnswer } from './raw-answer.ts';
import type { WireFailure } from './transport.ts';
import { failureOf, trusting } from './transport.ts';

/** How long, in real time, an answer to the head alone is waited for before the body follows that it announces. */
const HEAD_PATIENCE_MS = 250;

/** How many bytes the head announces that are not there yet. */
function announcedRest(bytes: Uint8Array): number {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headEnd = whole.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const length = /^content-length: *([0-9]{1,8})$/im.exec(whole.toString('latin1', 0, headEnd))?.[1];
  return Number(length ?? 0) - (whole.length - headEnd - 4);
}

/** Never rejects; a failure is told in a word, as by a Transport. */
export function sendBytes(
  base: URL,
  bytes: Uint8Array,
  timeoutMs: number,
  stopwatch: Stopwatch,
  authorities?: readonly string[],
): Promise<RecordedResponse | WireFailure> {
  return new Promise((resolve) => {
    const secure = base.protocol === 'https:' || base.protocol === 'wss:';
    const host = base.hostname.replace(/^\[|\]$/g, '');
    const port = base.port === '' ? (secure ? 443 : 80) : Number(base.port);
    const socket = secure
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...trusting(authorities) })
      : connectPlain({ host, port });
    const chunks: Buffer[] = [];
    const rest = announcedRest(bytes);
    // White space, made when it is sent: what stands between may wait for a whole body, and most answer the head alone.
    const follow = () => void socket.write(Buffer.alloc(rest, ' '));
    const following = rest > 0 ? stopwatch.after(HEAD_PATIENCE_MS, follow) : undefined;
    const settle = (answer: RecordedResponse | WireFailure) => {
      limit.cancel();
      following?.cancel();
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
