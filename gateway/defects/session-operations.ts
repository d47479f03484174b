/** Defects of ops: reqIds, refusals, and unknown ops. */
import { changeSent, closingOn, inFrames, isAnswer, isCoded, isRefused, less, nothing } from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

const unreadable = (frame: Json): boolean => isRefused(frame) && frame['op'] === 'error';

/**
 * Accepts a reqId that the gateway refuses as MALFORMED: sends a generated one on and restores the original in the
 * response.
 */
const takingReqIds =
  (takes: (text: string, reqId: unknown) => boolean): (() => SocketLayer) =>
  () =>
  () => {
    let last = 'stand-in-0';
    let n = 0;
    const own = new Map<string, unknown>();
    return {
      up(text) {
        const frame = frameOf(text);
        if (frame === undefined || !takes(text, frame['reqId'])) return [text];
        n += 1;
        last = `stand-in-${n}`;
        own.set(last, frame['reqId']);
        return [JSON.stringify({ ...frame, reqId: last })];
      },
      down(text) {
        const frame = frameOf(text);
        const reqId = String(frame?.['reqId']);
        return frame !== undefined && own.has(reqId) ? [JSON.stringify({ ...frame, reqId: own.get(reqId) })] : [text];
      },
    };
  };
const ASCII = /^[ -~]*$/;
const isText = (value: unknown): value is string => typeof value === 'string';

const inReqIds = (change: (reqId: string) => unknown) =>
  inFrames(
    (frame) => isAnswer(frame) && isText(frame['reqId']),
    (frame) => ({ ...frame, reqId: change(frame['reqId'] as string) }),
  );

export const SESSION_OPERATIONS_DEFECTS = defects([
  ['WSS-11 | WSS-07 WSS-12', 'no reqId in an answer', ofFrames(inFrames(isAnswer, less('reqId')))],
  ['WSS-11 | WSS-07 WSS-08 WSS-09 WSS-10 WSS-12 WSS-15', 'a reqId of null in a refusal', ofFrames(inFrames(isRefused, (frame) => ({ ...frame, reqId: null })))],
  ['WSS-11', 'a reqId in escapes is taken', ofFrames(takingReqIds((text, reqId) => isText(reqId) && ASCII.test(reqId) && text.includes('\\u')))],
  ['WSS-11', 'a reqId with a quotation mark is taken', ofFrames(takingReqIds((_, reqId) => isText(reqId) && reqId.includes('"')))],
  ['WSS-11', 'a reqId that is not ASCII is taken', ofFrames(takingReqIds((_, reqId) => isText(reqId) && /[^\0-\x7f]/.test(reqId)))],
  ['WSS-11', 'a reqId with a line break is taken', ofFrames(takingReqIds((_, reqId) => isText(reqId) && reqId.includes('\n')))],
  ['WSS-11', 'a reqId that is a number is taken', ofFrames(takingReqIds((_, reqId) => typeof reqId === 'number'))],
  ['WSS-11', 'no reqId is taken', ofFrames(takingReqIds((text, reqId) => reqId === undefined && text.includes('"op"')))],
  [
    'WSS-11',
    'a malformed reqId has another code',
    ofFrames(
      inFrames(
        (frame) => isCoded('MALFORMED')(frame) && frame['op'] !== 'error',
        (frame) => ({ ...frame, code: 'INVALID_FIELD' }),
      ),
    ),
  ],
  ...['retryable', 'message', 'code', 'op', 'success'].map(
    (name) =>
      ['WSS-12 | MKT-02 WSS-09 WSS-10 WSS-11 WSS-15 WSS-18 WSS-19 WSS-22', `a refusal without ${name}`, ofFrames(inFrames(isRefused, less(name)))] as const,
  ),

  [
    'WSS-12 | WSS-09 WSS-10',
    'a refusal of op auth under another op',
    ofFrames(
      inFrames(
        (frame) => isRefused(frame) && frame['op'] === 'auth',
        (frame) => ({ ...frame, op: 'authenticate' }),
      ),
    ),
  ],
  ['WSS-12', 'an unreadable frame under no op', ofFrames(inFrames(unreadable, (frame) => ({ ...frame, op: null })))],
  ['WSS-12', 'an unreadable frame under the op before', ofFrames(inFrames(unreadable, (frame) => ({ ...frame, op: 'auth' })))],
  ['WSS-12', 'an unreadable frame without a reqId', ofFrames(inFrames(unreadable, less('reqId')))],
  ['WSS-12', 'an unreadable frame closes the session', ofFrames(closingOn(unreadable, 1008, nothing))],
  ['WSS-12', 'an unreadable frame is not answered', ofFrames(inFrames(unreadable, nothing))],
  ['WSS-13', 'an unknown op succeeds', ofFrames(inFrames(isCoded('UNKNOWN_OP'), ({ op, reqId }) => ({ op, reqId, success: true })))],
  ['WSS-13', 'an unknown op closes the session', ofFrames(closingOn(isCoded('UNKNOWN_OP'), 1008, nothing))],
  [
    'WSS-13',
    'an unknown op is taken for one that there is',
    ofFrames(
      changeSent(
        () => (frame, text) =>
          frame['op'] !== 'auth' && isText(frame['op']) && frame['op'].startsWith('touch') ? [JSON.stringify({ ...frame, op: 'auth' })] : [text],
      ),
    ),
  ],
  ['WSS-12', 'an unreadable frame has another code', ofFrames(inFrames(unreadable, (frame) => ({ ...frame, code: 'BAD_FRAME' })))],
  ['WSS-12', 'an unreadable frame is answered with an event', ofFrames(inFrames(unreadable, (frame) => ({ event: 'error', msgType: 'error', data: frame })))],
  ['WSS-13 | WSS-07 WSS-08 WSS-15', 'an unknown op is not answered', ofFrames(inFrames(isCoded('UNKNOWN_OP'), nothing))],
  ['WSS-11', 'a reqId is trimmed', ofFrames(inReqIds((reqId) => reqId.trim()))],
]);
