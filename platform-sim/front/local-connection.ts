/**
 * A connection within this process: two ends that behave as TCP sockets. Each reads what the other writes, in the next turn
 * of the event loop. Destroying one ends the other's reading and makes its writes fail.
 */
import { Duplex } from 'node:stream';

/** A client in a loop leaves turns to the rest of the process. The host's own, because a test file may fake its timers. */
const nextTurn = setImmediate;

type Done = (error?: Error | null) => void;

class LocalSocket extends Duplex {
  #peer: LocalSocket | undefined;
  /** The callback of a peer's write that waits until this end is read. */
  #taken: Done | undefined;

  static pair(): readonly [client: LocalSocket, server: LocalSocket] {
    // As with TCP: a server may answer after the client's end; a client ends once the server has ended.
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

  /** Writes that queued up are sent as one. */
  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }

  override _final(done: Done): void {
    nextTurn(() => {
      this.#notifyPeerOfEnd();
      done();
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    nextTurn(() => this.#notifyPeerOfEnd());
    // A waiting write of the peer is released.
    this._read();
    done(error);
  }

  #notifyPeerOfEnd(): void {
    const peer = this.#peer;
    this.#peer = undefined;
    if (peer !== undefined && !peer.destroyed) peer.push(null);
  }

  /** As in node:net; a Duplex has no such method. */
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
