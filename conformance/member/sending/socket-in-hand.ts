/** The socket that a check uses, on a client that records. */
import type { Frame } from '../exchange/conversation.ts';
import { eventKind, isAnswerTo } from '../exchange/conversation.ts';
import type { FrameMatch, Op, OpenSocket } from './open-socket.ts';
import type { Recorder, Underway } from './recorder.ts';

interface Held {
  readonly underway: Underway;
  readonly timeoutMs: number;
  readonly recorder: Recorder;
  readonly learnToken: (token: unknown) => void;
}

const ANY: FrameMatch = () => true;

function tokenIn(message: object): unknown {
  const { params } = message as { readonly params?: unknown };
  return typeof params === 'object' && params !== null && 'token' in params ? params.token : undefined;
}

/** Parses a text that a check wrote: a token in it must be learned, as in an object. */
function objectIn(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Wraps a recorded connection as an OpenSocket. */
export function socketInHand({ underway, timeoutMs: usualMs, recorder, learnToken }: Held): OpenSocket {
  const { client } = underway;
  let asked = 0;

  async function send(message: object | string | Uint8Array): Promise<void> {
    await recorder.turn();
    if (message instanceof Uint8Array) {
      client.send(message, null);
      return;
    }
    const object = typeof message === 'string' ? objectIn(message) : message;
    if (object !== undefined) {
      learnToken(tokenIn(object));
      recorder.asking(underway.conversation().actor, object);
    }
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    client.send(text, recorder.clean(text));
  }

  const next = (match: FrameMatch = ANY, timeoutMs = usualMs): Promise<Frame | undefined> =>
    client.next(match, timeoutMs);

  return {
    opened: underway.conversation().response?.status === 101,
    conversation: () => underway.conversation(),
    send,
    async ask(op: Op, timeoutMs = usualMs) {
      asked += 1;
      const { op: name, reqId = `r${asked}`, ...rest } = op;
      await send({ op: name, reqId, ...rest });
      return recorder.awaiting(client.next((frame) => isAnswerTo(frame, reqId), timeoutMs));
    },
    next,
    nextEvent: (kind, timeoutMs) => next((frame) => eventKind(frame) === kind, timeoutMs),
    untilClosed: (timeoutMs = usualMs) => client.untilClosed(timeoutMs),
    close: (code = 1000, reason = '') => client.close(code, reason),
  };
}
