/**
 * Allowed differences of the market data socket: all but the success flag of its answer to op auth (decision A100).
 */
import type { Connection, SocketLayer } from '../frames.ts';
import { frameOf } from '../frames.ts';
import type { Json } from '../layer.ts';
import { variationOfFrames } from '../variation.ts';

type Change = (answer: Json, connection: Connection) => Json | undefined;

/** Changes the answers of the market data socket; undefined drops one. */
const inAnswers = (change: Change) => (): SocketLayer => (connection) => ({
  down(text) {
    const frame = connection.socket === 'market-data' ? frameOf(text) : undefined;
    if (frame === undefined || !('success' in frame)) return [text];
    const changed = change(frame, connection);
    return changed === undefined ? [] : [JSON.stringify(changed)];
  },
});

const inAcknowledgements = (change: Change) => inAnswers((frame, connection) => (frame['op'] === 'auth' ? change(frame, connection) : frame));

/** Turns all other ops away until an op auth is acknowledged. */
const beforeAuth = (turnAway: (connection: Connection) => void) => (): SocketLayer => (connection) => {
  let isIn = connection.socket === 'trading';
  return {
    up(text) {
      if (isIn || frameOf(text)?.['op'] === 'auth') return [text];
      turnAway(connection);
      return [];
    },
    down(text) {
      const { op, success } = frameOf(text) ?? {};
      isIn ||= op === 'auth' && success === true;
      return [text];
    },
  };
};

/** Variations of the market data socket (decision A100). */
export const MARKET_DATA_VARIATIONS = [
  variationOfFrames(
    'market-data-ack-of-success-alone',
    ['A100'],
    'The market data socket acknowledges op auth with the success flag alone.',
    inAcknowledgements(({ success, error }) => ({ success, ...(error === undefined ? {} : { error }) })),
  ),
  variationOfFrames(
    'market-data-ack-of-other-shape',
    ['A100'],
    'The market data socket acknowledges op auth with a frame of another shape.',
    inAcknowledgements(({ success, error, reqId }) => ({ type: 'authAck', id: reqId, success, error: error ?? null })),
  ),
  variationOfFrames(
    'market-data-ack-like-an-event',
    ['A100'],
    'The market data socket acknowledges op auth with a frame that looks like an event.',
    inAcknowledgements(({ success, error }) => ({ event: 'auth', msgType: 'auth', success, error, data: {} })),
  ),
  variationOfFrames(
    'market-data-error-object',
    ['A100'],
    'The error of the market data socket is an object.',
    inAcknowledgements((frame) => (frame['success'] === false ? { ...frame, error: { code: 'invalid_token' } } : frame)),
  ),
  variationOfFrames(
    'market-data-closes-after-refusal',
    ['A100'],
    'The market data socket closes after it refused a token.',
    inAcknowledgements((frame, connection) => {
      if (frame['success'] === true) return frame;
      connection.toClient(JSON.stringify(frame));
      connection.closeClient(4401);
      return undefined;
    }),
  ),
  variationOfFrames(
    'market-data-silent-before-auth',
    ['A100'],
    'The market data socket answers nothing before op auth.',
    beforeAuth(() => undefined),
  ),
  variationOfFrames(
    'market-data-closes-before-auth',
    ['A100'],
    'The market data socket closes on a frame before op auth.',
    beforeAuth((connection) => connection.closeClient(1008)),
  ),
] as const;
