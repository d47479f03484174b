import { type ClientFrame, readClientFrame } from './client-frame.ts';
import type { SessionCaller } from './frame-tap.ts';
import { opContent, opEvent } from './op-event.ts';
import { type Frame, successFrame } from './server-frame.ts';
import type { Done, OpRow, SessionKind, SessionView } from './session-kind.ts';
import { sessionRefusal } from './session-refusals.ts';
import { SocketRefusal } from './socket-refusal.ts';

/** The session of the operations. */
export interface SessionHost extends SessionView {
  readonly kind: SessionKind;
  readonly memberName: string;
  readonly name: string;
  readonly caller: SessionCaller | null;
  readonly isAuthenticated: boolean;
  /** The only operation of an unauthenticated session: authenticates it, or renews an authenticated one. */
  authenticate(params: Readonly<Record<string, unknown>>): Promise<Done>;
  answer(op: string, frame: Frame): void;
}

const AUTH: OpRow<SessionHost> = {
  run: (host, params) => host.authenticate(params),
  refusalOf: sessionRefusal,
};

type ReadOp = Extract<ClientFrame, { kind: 'op' }>;

/** An operation to answer: its op and reqId. */
interface PendingOp {
  readonly op: string;
  readonly reqId: string | null;
  readonly key: unknown;
  /** null: a binary message. */
  readonly text: string | null;
}

/**
 * The client's operations, each answered once (T50), in order: operations after an op auth wait for its answer, and all
 * wait for the session's first frame. Slow operations run concurrently, up to a limit.
 */
export class OpsInOrder {
  readonly #host: SessionHost;
  #isHeld = true;
  #inProgress = 0;
  #waiting: (string | null)[] = [];
  #finished: (() => void) | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  /** @returns false if too many messages wait; the message was neither kept nor answered. */
  receive(text: string | null): boolean {
    if (!this.#isHeld) this.#take(text);
    else if (this.#waiting.length >= this.#most) return false;
    else this.#waiting.push(text);
    return true;
  }

  /** Refuses a message over the limit. */
  refuse(text: string | null): void {
    this.#take(text, { isOneTooMany: true });
  }

  /** Runs the waiting messages. */
  proceed(): void {
    this.#isHeld = false;
    while (this.#waiting.length > 0 && !this.#isHeld) this.#take(this.#waiting.shift() ?? null);
  }

  /** The session is closing: waiting messages are dropped. */
  stop(): void {
    this.#isHeld = true;
    this.#waiting = [];
  }

  /** Drops the waiting messages; calls `finished` once the operations in progress are answered. */
  finish(finished: () => void): void {
    this.stop();
    this.#finished = finished;
    if (this.#inProgress === 0) finished();
  }

  get #most(): number {
    return this.#host.services.limits.sessionOpsUnderWay;
  }

  #take(text: string | null, { isOneTooMany = false } = {}): void {
    const frame = readClientFrame(text);
    if (frame.kind === 'op') {
      this.#takeOp(frame, text, isOneTooMany);
      return;
    }
    const { op, reqId } = frame.kind === 'unreadable' ? { op: 'error', reqId: null } : frame;
    this.#answerRefused({ op, reqId, key: null, text }, new SocketRefusal('MALFORMED', frame.why));
  }

  #takeOp(frame: ReadOp, text: string | null, isOneTooMany: boolean): void {
    const { kind, isAuthenticated } = this.#host;
    const { op, reqId } = frame;
    const row: OpRow<SessionHost> | undefined =
      op === 'auth' ? AUTH : Object.hasOwn(kind.ops, op) ? kind.ops[op] : undefined;
    const key = row?.key === undefined ? null : memberOf(frame.params, row.key);
    const asked: PendingOp = { op, reqId, key, text };
    const refused = (thrown: unknown) => this.#answerRefused(asked, (row?.refusalOf ?? sessionRefusal)(thrown));
    try {
      if (op !== 'auth' && !isAuthenticated) throw unauthenticated();
      if (row === undefined) throw unknownOp(op, kind);
      const params = paramsOf(frame);
      if (isOneTooMany || (op !== 'auth' && this.#inProgress >= this.#most)) throw busy();
      const done = row.run(this.#host, params);
      if (done instanceof Promise) this.#await(op, done, (value) => this.#answerDone(asked, value), refused);
      else this.#answerDone(asked, done);
    } catch (thrown) {
      refused(thrown);
    }
  }

  #await(op: string, done: Promise<Done>, answerDone: (done: Done) => void, refused: (thrown: unknown) => void): void {
    const ended = this.#host.services.open.begin();
    this.#inProgress += 1;
    if (op === 'auth') this.#isHeld = true;
    void done
      .then(answerDone, refused)
      // Writing an answer failed, so no answer is possible.
      .catch(() => undefined)
      .then(() => {
        this.#inProgress -= 1;
        ended();
        if (op === 'auth') this.proceed();
        if (this.#inProgress === 0) this.#finished?.();
      });
  }

  #answerDone(asked: PendingOp, { rest, afterwards }: Done): void {
    const frame = successFrame(asked.op, asked.reqId ?? '', rest);
    this.#host.answer(asked.op, frame);
    this.#observe(asked, frame, null);
    afterwards?.();
  }

  #answerRefused(asked: PendingOp, refusal: SocketRefusal): void {
    const frame = this.#host.kind.refuse(asked.op, asked.reqId, refusal);
    this.#host.answer(asked.op, frame);
    this.#observe(asked, frame, refusal);
  }

  #observe(asked: PendingOp, frame: Frame, refusal: SocketRefusal | null): void {
    const event = opEvent(this.#host, asked, refusal);
    this.#host.services.observe(event, opContent(event.path, asked.text, frame));
  }
}

function memberOf(params: unknown, name: string): unknown {
  return typeof params === 'object' && params !== null ? (params as Record<string, unknown>)[name] : null;
}

/** Absent params count as an empty object: each operation names its missing members itself. */
function paramsOf({ params = {}, strange }: ReadOp): Readonly<Record<string, unknown>> {
  if (strange.length > 0) throw new SocketRefusal('MALFORMED', 'a frame has op, reqId and params, and nothing else');
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new SocketRefusal('MALFORMED', 'params: not an object');
  }
  return params as Record<string, unknown>;
}

function unknownOp(op: string, { ops }: SessionKind): SocketRefusal {
  const known = ['auth', ...Object.keys(ops)].join(', ');
  return new SocketRefusal('UNKNOWN_OP', `${op.slice(0, 80)}: no such operation; there are ${known}`);
}

function unauthenticated(): SocketRefusal {
  return new SocketRefusal(
    'UNAUTHENTICATED',
    'this session is not authenticated: send op auth with an access token first',
  );
}

function busy(): SocketRefusal {
  return new SocketRefusal(
    'BACKPRESSURE',
    'more operations of this session are in progress than it takes: wait for answers',
  );
}
