/** One HTTP/1.1 connection at as little cost as there can be: a client that shares two cores with the server it measures. */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** 0: the connection ended first. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

type Receive = (answer: RawAnswer) => void;

const HEAD_END = Buffer.from('\r\n\r\n');
const LOST: RawAnswer = { status: 0, hasRetryAfter: false };

export class RawConnection {
  readonly #socket: Socket;
  readonly #waiting: Receive[] = [];
  #rest: Buffer = Buffer.alloc(0);

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
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd < 0) break;
      const head = bytes.toString('latin1', 0, headEnd);
      const end = headEnd + HEAD_END.length + Number(/\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1] ?? 0);
      if (bytes.length < end) break;
      bytes = bytes.subarray(end);
      this.#waiting.shift()?.({ status: Number(head.slice(9, 12)), hasRetryAfter: /\r\nretry-after: /i.test(head) });
    }
    this.#rest = bytes;
  }
}
