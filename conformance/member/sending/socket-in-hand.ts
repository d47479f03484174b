/** The socket that a check uses, on a client that records. */
import type { Frame } from '../exchange/conversation.ts';
import { eventKind, isAnswerTo } from '../exchange/conversation.ts';
import { parse } from '../exchange/exchange.ts';
import { asObject } from '../profile/contract-document.ts';
import type { Caller } from './caller.ts';
import type { Sender, Spelled } from './flight.ts';
import type { FrameMatch, Op, OpenSocket } from './open-socket.ts';
import type { SocketClient } from './socket-client.ts';
import { through } from './stages.ts';

const NO_ANSWER = { failure: 'a frame has no answer' };
const ANY: FrameMatch = () => true;

function tokenIn(op: object): unknown {
  return asObject(asObject(op)['params'])['token'];
}

/** What a check wrote as a text: a token in it must be learned, as in an object. */
function objectIn(text: string): object | undefined {
  const value = parse(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Wraps a recorded connection as an OpenSocket. */
export function socketInHand(session: Sender, caller: Caller, client: SocketClient, usualMs: number): OpenSocket {
  const { log } = session;
  let asked = 0;

  async function send(message: object | string | Uint8Array): Promise<void> {
    const op = message instanceof Uint8Array ? undefined : typeof message === 'string' ? objectIn(message) : message;
    const spelled = () => {
      if (op !== undefined) caller.learn(tokenIn(op), 'token sent');
      return frameOf(message, op);
    };
    await through(session, { way: 'frame', actor: caller.name, label: null, op, spelled });
  }

  function frameOf(message: object | string | Uint8Array, op: object | undefined): Spelled {
    const text = message instanceof Uint8Array ? null : typeof message === 'string' ? message : JSON.stringify(message);
    const recorded = text === null ? null : log.clean(text);
    const path = op !== undefined && 'op' in op ? String(op.op) : '';
    return {
      request: { method: 'op', path, headers: [], body: recorded },
      kind: { route: 'frames' },
      isHttp: false,
      async put() {
        client.send(text ?? (message as Uint8Array), recorded);
        return NO_ANSWER;
      },
    };
  }

  const next = (match: FrameMatch = ANY, timeoutMs = usualMs): Promise<Frame | undefined> =>
    client.next(match, timeoutMs);

  return {
    opened: client.conversation().response?.status === 101,
    conversation: () => client.conversation(),
    send,
    async ask(op: Op, timeoutMs = usualMs) {
      asked += 1;
      const { op: name, reqId = `r${asked}`, ...rest } = op;
      await send({ op: name, reqId, ...rest });
      return session.awaiting(client.next((frame) => isAnswerTo(frame, reqId), timeoutMs));
    },
    next,
    nextEvent: (kind, timeoutMs) => next((frame) => eventKind(frame) === kind, timeoutMs),
    untilClosed: (timeoutMs = usualMs) => client.untilClosed(timeoutMs),
    close: (code = 1000, reason = '') => client.close(code, reason),
  };
}
