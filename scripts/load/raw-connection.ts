/** One HTTP/1.1 connection at the lowest cost, because the client shares two cores with the server that it measures. */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** 0 if the connection ended before the answer. */
  readonly status: number;
  readonly head: string;
  /** Parsed from the received bytes only when it is called. */
  readonly body: () => string;
}

type Receive = (answer: RawAnswer) => void;

const HEAD_END = Buffer.from('\r\n\r\n');
const LOST: RawAnswer = { status: 0, head: '', body: () => '' };

export class RawConnection {
  readonly #socket: Socket;
  readonly #waiting: Receive[] = [];
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Bytes of the answer that is being received; 0 until its head is complete. */
  #awaited = 0;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => {
      for (const receive of this.#waiting.splice(0)) receive(LOST);
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  send(request: string, receive: Receive): void {
    this.#waiting.push(receive);
    this.#socket.write(request, 'latin1');
  }

  end(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // A long body arrives in many chunks. Join them once.
    if (this.#bytes < this.#awaited) return;
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    for (;;) {
      const headEnd = rest.indexOf(HEAD_END);
      this.#awaited = 0;
      if (headEnd < 0) break;
      const head = rest.toString('latin1', 0, headEnd);
      const bodyAt = headEnd + HEAD_END.length;
      const end = bodyAt + Number(/\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1] ?? 0);
      this.#awaited = end;
      if (rest.length < end) break;
      const answer = rest;
      this.#waiting.shift()?.({
        status: Number(head.slice(9, 12)),
        head,
        body: () => answer.toString('utf8', bodyAt, end),
      });
      rest = rest.subarray(end);
    }
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#bytes = rest.length;
  }
}
