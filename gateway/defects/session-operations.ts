/** Defects of ops: reqIds, refusals, and unknown ops. */
import {
  changeSent,
  closingOn,
  inFrames,
  isAnswer,
  isCoded,
  isRefused,
  less,
  nothing,
} from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import type { Json } from '../variations/layer.ts';
import { defectOfFrames } from './defect.ts';

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

export const SESSION_OPERATIONS_DEFECTS = [
  defectOfFrames(
    'WSS-11',
    'a reqId in capitals',
    inReqIds((reqId) => reqId.toUpperCase()),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId in lower case',
    inReqIds((reqId) => reqId.toLowerCase()),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId cut off',
    inReqIds((reqId) => reqId.slice(0, 20)),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId of digits as a number',
    inReqIds((reqId) => (/^[a-z]*[0-9]+$/i.test(reqId) ? Number(reqId.replace(/\D/g, '')) : reqId)),
  ),
  defectOfFrames('WSS-11', 'no reqId in an answer', inFrames(isAnswer, less('reqId'))),
  defectOfFrames(
    'WSS-11',
    'a reqId of null in a refusal',
    inFrames(isRefused, (frame) => ({ ...frame, reqId: null })),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId under another name',
    inFrames(isAnswer, ({ reqId, ...frame }) => ({ ...frame, requestId: reqId })),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId in escapes is taken',
    takingReqIds((text, reqId) => isText(reqId) && ASCII.test(reqId) && text.includes('\\u')),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId with a quotation mark is taken',
    takingReqIds((_, reqId) => isText(reqId) && reqId.includes('"')),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId that is not ASCII is taken',
    takingReqIds((_, reqId) => isText(reqId) && /[^\0-\x7f]/.test(reqId)),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId with a line break is taken',
    takingReqIds((_, reqId) => isText(reqId) && reqId.includes('\n')),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId that is a number is taken',
    takingReqIds((_, reqId) => typeof reqId === 'number'),
  ),
  defectOfFrames(
    'WSS-11',
    'no reqId is taken',
    takingReqIds((text, reqId) => reqId === undefined && text.includes('"op"')),
  ),
  defectOfFrames(
    'WSS-11',
    'a malformed reqId has another code',
    inFrames(
      (frame) => isCoded('MALFORMED')(frame) && frame['op'] !== 'error',
      (frame) => ({ ...frame, code: 'INVALID_FIELD' }),
    ),
  ),
  ...['retryable', 'message', 'code', 'op', 'success'].map((name) =>
    defectOfFrames('WSS-12', `a refusal without ${name}`, inFrames(isRefused, less(name))),
  ),
  defectOfFrames(
    'WSS-12',
    'a refusal whose retryable is text',
    inFrames(isRefused, (frame) => ({ ...frame, retryable: 'false' })),
  ),
  defectOfFrames(
    'WSS-12',
    'a refusal whose success is text',
    inFrames(isRefused, (frame) => ({ ...frame, success: 'false' })),
  ),
  defectOfFrames(
    'WSS-12',
    'a refusal in an envelope',
    inFrames(isRefused, ({ op, reqId, success, ...error }) => ({ op, reqId, success, error })),
  ),
  defectOfFrames(
    'WSS-12',
    'a refusal of op auth under another op',
    inFrames(
      (frame) => isRefused(frame) && frame['op'] === 'auth',
      (frame) => ({ ...frame, op: 'authenticate' }),
    ),
  ),
  defectOfFrames(
    'WSS-12',
    'an unreadable frame under no op',
    inFrames(unreadable, (frame) => ({ ...frame, op: null })),
  ),
  defectOfFrames(
    'WSS-12',
    'an unreadable frame under the op before',
    inFrames(unreadable, (frame) => ({ ...frame, op: 'auth' })),
  ),
  defectOfFrames(
    'WSS-12',
    'an unreadable frame with an empty reqId',
    inFrames(unreadable, (frame) => ({ ...frame, reqId: '' })),
  ),
  defectOfFrames('WSS-12', 'an unreadable frame without a reqId', inFrames(unreadable, less('reqId'))),
  defectOfFrames('WSS-12', 'an unreadable frame closes the session', closingOn(unreadable, 1008, nothing)),
  defectOfFrames('WSS-12', 'an unreadable frame is not answered', inFrames(unreadable, nothing)),
  defectOfFrames(
    'WSS-13',
    'an unknown op is MALFORMED',
    inFrames(isCoded('UNKNOWN_OP'), (frame) => ({ ...frame, code: 'MALFORMED' })),
  ),
  defectOfFrames(
    'WSS-13',
    'an unknown op succeeds',
    inFrames(isCoded('UNKNOWN_OP'), ({ op, reqId }) => ({ op, reqId, success: true })),
  ),
  defectOfFrames('WSS-13', 'an unknown op closes the session', closingOn(isCoded('UNKNOWN_OP'), 1008, nothing)),
  defectOfFrames(
    'WSS-13',
    'an unknown op is taken for one that there is',
    changeSent(
      () => (frame, text) =>
        frame['op'] !== 'auth' && isText(frame['op']) && frame['op'].startsWith('touch')
          ? [JSON.stringify({ ...frame, op: 'auth' })]
          : [text],
    ),
  ),
  defectOfFrames(
    'WSS-12',
    'an unreadable frame has another code',
    inFrames(unreadable, (frame) => ({ ...frame, code: 'BAD_FRAME' })),
  ),
  defectOfFrames(
    'WSS-12',
    'a refusal whose code is a number',
    inFrames(isRefused, (frame) => ({ ...frame, code: 4000 })),
  ),
  defectOfFrames(
    'WSS-12',
    'an unreadable frame is answered with an event',
    inFrames(unreadable, (frame) => ({ event: 'error', msgType: 'error', data: frame })),
  ),
  defectOfFrames(
    'WSS-13',
    'an unknown op in lower case',
    inFrames(isCoded('UNKNOWN_OP'), (frame) => ({ ...frame, code: 'unknown_op' })),
  ),
  defectOfFrames('WSS-13', 'an unknown op is not answered', inFrames(isCoded('UNKNOWN_OP'), nothing)),
  defectOfFrames(
    'WSS-11',
    'a reqId is trimmed',
    inReqIds((reqId) => reqId.trim()),
  ),
  defectOfFrames(
    'WSS-11',
    'spaces in a reqId are one',
    inReqIds((reqId) => reqId.replaceAll(/ +/g, ' ')),
  ),
  defectOfFrames(
    'WSS-11',
    'a reqId is echoed up to its first sign',
    inReqIds((reqId) => reqId.split(/[^A-Za-z0-9 -]/)[0] ?? ''),
  ),
];
