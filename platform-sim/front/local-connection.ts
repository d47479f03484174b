/**
 * A connection within this process: two ends, each of which is to its owner what a TCP socket is. What one writes the other
 * reads in the next turn of the event loop; one that is destroyed ends the other's reading, and fails its writing.
 */
import { Duplex } from 'node:stream';

/** A client that asks in a loop leaves the rest of the process its turns. Of the host, where a test has its timers faked. */
const nextTurn = setImmediate;

type Done = (error?: Error | null) => void;

class LocalSocket extends Duplex {
  #peer: LocalSocket | undefined;
  /** A write of the peer that waits until this end is read. */
  #taken: Done | undefined;

  static pair(): readonly [client: LocalSocket, server: LocalSocket] {
    // As with TCP: a server may answer whoever has said all, a client that is told no more says no more.
    const [client, server] = [new LocalSocket({ allowHalfOpen: false }), new LocalSocket({ allowHalfOpen: true })];
    client.#peer = server;
    server.#peer = client;
    return [client, server];
  }

  override _read(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: Done): void {
    const peer = this.#peer;
    if (peer === undefined || peer.destroyed || peer.readableEnded) {
      done(Object.assign(new Error('the other end is closed'), { code: 'EPIPE' }));
      return;
    }
    nextTurn(() => {
      if (peer.destroyed || peer.push(chunk)) done();
      else peer.#taken = done;
    });
  }

  /** What was written meanwhile goes as one. */
  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }

  override _final(done: Done): void {
    nextTurn(() => {
      this.#tellEnd();
      done();
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    nextTurn(() => this.#tellEnd());
    // Whoever waits to be read by it waits no longer.
    this._read();
    done(error);
  }

  #tellEnd(): void {
    const peer = this.#peer;
    this.#peer = undefined;
    if (peer !== undefined && !peer.destroyed) peer.push(null);
  }

  /** As that of node:net, which no Duplex has. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
}

/** Both ends of a new connection. */
export function localConnection(): readonly [client: Duplex, server: Duplex] {
  return LocalSocket.pair();
}
