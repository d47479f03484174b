/** Changes that a session made through the control plane, as they were sent: a scenario of what it did has them as steps. */
import { parse } from '../exchange/exchange.ts';
import type { Transport } from '../sending/transport.ts';

/** One request to the control plane of a sandbox, such as a fault that was added. */
export interface ControlAction {
  readonly kind: 'control';
  /** Shares one sequence with exchanges and conversations; between two of them it is no whole number. */
  readonly n: number;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly method: string;
  readonly path: string;
  /** As JSON; null: none. */
  readonly body: unknown;
  readonly status: number;
  /** null where it holds a token. */
  readonly answer: unknown;
}

/** Answers with tokens. */
const SECRET = '/identity/';
/** Actions after the same exchange are this far apart. */
const APART = 1 / 4096;

/** Records the changes that go over a transport to a control plane; reads are left out. */
export class ControlRecord {
  readonly #actions: ControlAction[] = [];
  readonly #stamp: () => { readonly n: number; readonly atMs: number };

  /** `stamp` returns the number of the latest exchange or frame, and the time. */
  constructor(stamp: () => { readonly n: number; readonly atMs: number }) {
    this.#stamp = stamp;
  }

  /** In order of sending. */
  actions(): readonly ControlAction[] {
    return this.#actions.toSorted((a, b) => a.n - b.n);
  }

  through(transport: Transport): Transport {
    return {
      send: async (request) => {
        const { method, path, body } = request;
        if (method === 'GET') return transport.send(request);
        const { n, atMs: sentAtMs } = this.#stamp();
        const place = this.#actions.filter((action) => Math.floor(action.n) === n).length + 1;
        const answer = await transport.send(request);
        if ('failure' in answer) return answer;
        this.#actions.push({
          ...{ kind: 'control', n: n + place * APART, sentAtMs, answeredAtMs: this.#stamp().atMs, method, path },
          body: typeof body === 'string' ? (parse(body) ?? null) : null,
          status: answer.status,
          answer: path.startsWith(SECRET) ? null : (parse(answer.body) ?? null),
        });
        return answer;
      },
      close: () => transport.close(),
    };
  }
}
