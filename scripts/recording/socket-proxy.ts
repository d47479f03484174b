/** One WebSocket through the proxy: the handshake as a request, then bytes both ways, from which the messages are read. */
import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable, Writable } from 'node:stream';
import { failureOf } from '../../conformance/member/connection/failures.ts';
import type { HeaderLines } from '../../conformance/member/exchange/exchange.ts';
import { guardedBy } from '../../gateway/guarded.ts';
import { framesOf } from './frames-of.ts';
import type { CloseFrame, Observer, SocketObserver } from './observer.ts';
import { begin, endToEnd, isUnreached, linesOf, type Upstream, unfit101 } from './upstream.ts';

interface UpgradeOptions {
  readonly upstream: Upstream;
  readonly observer: Observer;
}

/** Compression is the only extension in use, and compressed messages could not be read: none is offered to the target. */
const EXTENSIONS = 'sec-websocket-extensions';

/** Passes on one handshake, and what follows it. */
export function upgradeThrough(
  { upstream, observer }: UpgradeOptions,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { method = '', url = '' } = incoming;
  const headers = linesOf(incoming.rawHeaders);
  const seen = observer.handshake({ method, path: url, headers });
  const lines = headers.filter(([name]) => name.toLowerCase() !== EXTENSIONS);
  const outgoing = begin(upstream, { method, path: url, headers: lines });
  let isAnswered = false;
  const fail = (error: Error): void => {
    if (socket.destroyed) return;
    if (!isAnswered) {
      const failure = failureOf(error);
      seen.ended(failure);
      if (isUnreached(failure)) observer.unreached(failure);
    }
    isAnswered = true;
    socket.destroy();
    outgoing.destroy();
  };
  const guarded = guardedBy(fail);
  // Read at once: a connection that is not read does not say that its client has gone.
  const early = [head];
  let earlyBytes = head.length;
  const keep = guarded((bytes: Buffer): void => {
    early.push(bytes);
    earlyBytes += bytes.length;
    if (earlyBytes <= MOST_EARLY_BYTES && early.length <= MOST_EARLY_PIECES) return;
    seen.unreadable('client', `more than ${MOST_EARLY_BYTES / 1024} KB before the answer to its handshake`);
    socket.destroy();
  });
  socket.on('data', keep);
  socket.on('error', () => socket.destroy());
  socket.once('end', () => {
    if (!isAnswered) socket.destroy();
  });
  socket.once('close', () => {
    if (isAnswered) return;
    seen.ended('aborted');
    outgoing.destroy();
  });
  outgoing.on('error', (error) => {
    if (!isAnswered) fail(error);
  });
  outgoing.on(
    'response',
    guarded((answer: IncomingMessage) => {
      if (answer.statusCode === 101) return fail(unfit101());
      refuse(answer, socket, seen, guarded);
      isAnswered = true;
    }),
  );
  outgoing.on(
    'upgrade',
    guarded((answer: IncomingMessage, target: Duplex, targetHead: Buffer) => {
      const answered = linesOf(answer.rawHeaders);
      seen.answered({ status: 101, headers: answered });
      seen.ended(null);
      isAnswered = true;
      socket.write(headOf(answer, answered));
      socket.off('data', keep);
      join(socket, target, seen, { client: Buffer.concat(early), target: targetHead });
    }),
  );
  outgoing.end();
}

/** What a client may send before its handshake is answered: it is kept until there is somebody to send it to. */
const MOST_EARLY_BYTES = 65_536;
const MOST_EARLY_PIECES = 1_024;

function headOf({ statusCode, statusMessage }: IncomingMessage, lines: HeaderLines): Buffer {
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${text}\r\n`, 'latin1');
}

/** An answer other than 101. */
function refuse(
  answer: IncomingMessage,
  socket: Duplex,
  seen: SocketObserver,
  guarded: ReturnType<typeof guardedBy>,
): void {
  const headers = linesOf(answer.rawHeaders);
  seen.answered({ status: answer.statusCode ?? 0, headers });
  const passed = endToEnd(headers).filter(([name]) => name.toLowerCase() !== 'transfer-encoding');
  socket.write(headOf(answer, [...passed, ['Connection', 'close']]));
  answer.on(
    'data',
    guarded((bytes: Buffer) => {
      seen.received(bytes);
      passOn(bytes, answer, socket);
    }),
  );
  answer.on('end', () => {
    seen.ended(null);
    socket.end();
  });
  answer.on('error', () => {
    seen.ended('reset');
    socket.destroy();
  });
}

/** Writes, and reads no further before that was taken: what is not read by the one is not read from the other. */
function passOn(bytes: Buffer, source: Readable, sink: Writable): void {
  if (sink.write(bytes)) return;
  source.pause();
  sink.once('drain', () => source.resume());
}

type Side = 'client' | 'target';

function join(client: Duplex, target: Duplex, seen: SocketObserver, heads: Readonly<Record<Side, Buffer>>): void {
  let isClosed = false;
  const close = (frame: CloseFrame): void => {
    if (!isClosed) seen.closed(frame);
    isClosed = true;
  };
  const pass = (from: Side, source: Duplex, sink: Duplex): void => {
    const read = framesOf(from, {
      message: (text) => seen.frame(from, text),
      close: (code, reason) => close({ code, reason, by: from }),
      unreadable: (why) => seen.unreadable(from, why),
    });
    const move = guardedBy(() => {
      source.destroy();
      sink.destroy();
    })((bytes: Buffer): void => {
      read(bytes);
      passOn(bytes, source, sink);
    });
    if (heads[from].length > 0) move(heads[from]);
    source.on('data', move);
    source.once('end', () => sink.end());
    source.on('error', () => source.destroy());
    source.once('close', () => {
      close({ code: 1006, reason: '', by: from });
      // What it sent before is still written.
      if (sink.writable) sink.end();
      if (source.errored) sink.destroy();
    });
  };
  pass('target', target, client);
  pass('client', client, target);
}
