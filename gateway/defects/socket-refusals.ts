/** Defects of refusals in a session: their codes, those of writes, and the topic that a refusal names. */
import { inFrames, isCoded, isRefused, less } from '../variations/frame-changes.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

const isOfAWrite = (frame: Json): boolean => isRefused(frame) && (frame['op'] === 'submit' || frame['op'] === 'cancel');

export const SOCKET_REFUSALS_DEFECTS = defects([
  ['WSS-18', 'an owner away is OWNER_ABSENT', ofFrames(inFrames(isCoded('NOT_SERVING'), (frame) => ({ ...frame, code: 'OWNER_ABSENT' })))],
  ['WSS-18', 'an owner away is never to be asked again', ofFrames(inFrames(isCoded('NOT_SERVING'), (frame) => ({ ...frame, retryable: false })))],
  [
    'WSS-18 | WSS-09 WSS-10 WSS-11 WSS-12 WSS-13 WSS-15 WSS-19',
    'every refusal is UNAUTHENTICATED',
    ofFrames(inFrames(isRefused, (frame) => ({ ...frame, code: 'UNAUTHENTICATED' }))),
  ],
  ...(
    [
      ['a quantity off the grid', 'INVALID_QTY', 'MALFORMED'],
      ['a price off the grid', 'INVALID_PRICE', 'TICK_SIZE_VIOLATION'],
      ['an unknown account', 'UNKNOWN_ACCOUNT', 'INVALID_FIELD'],
      ['the cancel of an unknown order', 'UNKNOWN_ORDER', 'NOT_FOUND'],
    ] as const
  ).map(([what, good, bad]) => ['WSS-19', `${what} is refused with ${bad}`, ofFrames(inFrames(isCoded(good), (frame) => ({ ...frame, code: bad })))] as const),
  ['WSS-19 | WSS-18', 'a wrong order says not whether to try again', ofFrames(inFrames(isOfAWrite, less('retryable')))],
  [
    'WSS-22',
    'failedTopicIndex is always nought',
    ofFrames(
      inFrames(
        (frame) => 'failedTopicIndex' in frame,
        (frame) => ({ ...frame, failedTopicIndex: 0 }),
      ),
    ),
  ],
]);
