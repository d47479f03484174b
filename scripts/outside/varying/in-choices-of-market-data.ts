/** What a member may decide otherwise about the market data socket: all but the success flag of its answer to op auth (decision A100). */
import type { SocketLayer, Talk } from '../proxy/talk.ts';
import { frameOf } from '../proxy/talk.ts';
import type { Json } from '../proxy/telling.ts';
import { variationOfTalk } from './variation.ts';

type Change = (answer: Json, talk: Talk) => Json | undefined;

/** Answers of the market data socket; undefined: none. */
const inAnswers = (change: Change) => (): SocketLayer => (talk) => ({
  down(text) {
    const frame = talk.socket === 'market-data' ? frameOf(text) : undefined;
    if (frame === undefined || !('success' in frame)) return [text];
    const changed = change(frame, talk);
    return changed === undefined ? [] : [JSON.stringify(changed)];
  },
});

const inAcknowledgements = (change: Change) =>
  inAnswers((frame, talk) => (frame['op'] === 'auth' ? change(frame, talk) : frame));

/** Until an op auth is acknowledged, what else is asked is none of its business. */
const beforeAuth = (turnAway: (talk: Talk) => void) => (): SocketLayer => (talk) => {
  let isIn = talk.socket === 'trading';
  return {
    up(text) {
      if (isIn || frameOf(text)?.['op'] === 'auth') return [text];
      turnAway(talk);
      return [];
    },
    down(text) {
      const { op, success } = frameOf(text) ?? {};
      isIn ||= op === 'auth' && success === true;
      return [text];
    },
  };
};

export const IN_CHOICES_OF_MARKET_DATA = [
  variationOfTalk(
    'market data is acknowledged by the success flag alone',
    inAcknowledgements(({ success, error }) => ({ success, ...(error === undefined ? {} : { error }) })),
  ),
  variationOfTalk(
    'market data is acknowledged by a frame of another make',
    inAcknowledgements(({ success, error, reqId }) => ({ type: 'authAck', id: reqId, success, error: error ?? null })),
  ),
  variationOfTalk(
    'market data is acknowledged by what looks like an event',
    inAcknowledgements(({ success, error }) => ({ event: 'auth', msgType: 'auth', success, error, data: {} })),
  ),
  variationOfTalk(
    'the error of market data is an object',
    inAcknowledgements((frame) =>
      frame['success'] === false ? { ...frame, error: { code: 'invalid_token' } } : frame,
    ),
  ),
  variationOfTalk(
    'market data closes once it has refused a token',
    inAcknowledgements((frame, talk) => {
      if (frame['success'] === true) return frame;
      talk.toClient(JSON.stringify(frame));
      talk.closeClient(4401);
      return undefined;
    }),
  ),
  variationOfTalk(
    'market data is silent before op auth',
    beforeAuth(() => undefined),
  ),
  variationOfTalk(
    'market data closes on what comes before op auth',
    beforeAuth((talk) => talk.closeClient(1008)),
  ),
] as const;
