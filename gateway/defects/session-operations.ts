/** Defects of ops: reqIds, refusals, and unknown ops. */
import { closingOn, inFrames, isAnswer, isCoded, isRefused, less, nothing } from '../variations/frame-changes.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

const unreadable = (frame: Json): boolean => isRefused(frame) && frame['op'] === 'error';

const isText = (value: unknown): value is string => typeof value === 'string';

const inReqIds = (change: (reqId: string) => unknown) =>
  inFrames(
    (frame) => isAnswer(frame) && isText(frame['reqId']),
    (frame) => ({ ...frame, reqId: change(frame['reqId'] as string) }),
  );

export const SESSION_OPERATIONS_DEFECTS = defects([
  ['WSS-11 | WSS-07 WSS-12', 'no reqId in an answer', ofFrames(inFrames(isAnswer, less('reqId')))],
  ['WSS-11 | WSS-07 WSS-08 WSS-09 WSS-10 WSS-12 WSS-15', 'a reqId of null in a refusal', ofFrames(inFrames(isRefused, (frame) => ({ ...frame, reqId: null })))],
  ...['retryable', 'code'].map(
    (name) =>
      ['WSS-12 | MKT-02 WSS-09 WSS-10 WSS-11 WSS-15 WSS-18 WSS-19 WSS-22', `a refusal without ${name}`, ofFrames(inFrames(isRefused, less(name)))] as const,
  ),

  ['WSS-12', 'an unreadable frame under no op', ofFrames(inFrames(unreadable, (frame) => ({ ...frame, op: null })))],
  ['WSS-12', 'an unreadable frame under the op before', ofFrames(inFrames(unreadable, (frame) => ({ ...frame, op: 'auth' })))],
  ['WSS-12', 'an unreadable frame without a reqId', ofFrames(inFrames(unreadable, less('reqId')))],
  ['WSS-13', 'an unknown op succeeds', ofFrames(inFrames(isCoded('UNKNOWN_OP'), ({ op, reqId }) => ({ op, reqId, success: true })))],
  ['WSS-13', 'an unknown op closes the session', ofFrames(closingOn(isCoded('UNKNOWN_OP'), 1008, nothing))],
  ['WSS-12', 'an unreadable frame has another code', ofFrames(inFrames(unreadable, (frame) => ({ ...frame, code: 'BAD_FRAME' })))],
  ['WSS-13 | WSS-07 WSS-08 WSS-15', 'an unknown op is not answered', ofFrames(inFrames(isCoded('UNKNOWN_OP'), nothing))],
  ['WSS-11', 'a reqId is trimmed', ofFrames(inReqIds((reqId) => reqId.trim()))],
]);
