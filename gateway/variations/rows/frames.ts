/** Allowed differences and additions in the frames of a session, and how they are sent. */
import { changeFrames, inFrames, inGrants, isAnswer, isClosing, isOpened, isRefused } from '../frame-changes.ts';
import type { SocketLayer } from '../frames.ts';
import { frameOf } from '../frames.ts';
import { everyObject, type Json } from '../layer.ts';
import { variationOfFrames } from '../variation.ts';
import { backwards, inEscapes } from './http-and-json.ts';

const isAny = (): boolean => true;
const isEventFrame = (frame: Json): boolean => 'event' in frame;
const ADDED = { addedLater: { since: '1.5.0', list: [1, null, 'x'] }, alsoAdded: null };

/** Changes the text of a frame, but not its value. */
const spelt =
  (spell: (frame: Json) => string): (() => SocketLayer) =>
  () =>
  () => ({
    down(text) {
      const frame = frameOf(text);
      return [frame === undefined ? text : spell(frame)];
    },
  });

/** A reqId is echoed unchanged, so only it is not escaped. */
function escapedButReqId({ reqId, ...frame }: Json): string {
  const escaped = inEscapes(frame);
  return reqId === undefined ? escaped : `{"reqId":${JSON.stringify(reqId)},${escaped.slice(1)}`;
}

const wired = (wire: NonNullable<ReturnType<SocketLayer>['wire']>) => (): SocketLayer => () => ({ wire });

const notice = (n: number): Json => ({
  event: 'noticeGiven',
  msgType: 'noticeGiven',
  data: { n, success: true, reqId: 'greeted', code: 'NONE' },
});

/** Sends an unknown event with every frame of a session that has begun. */
const noticed = (place: (frame: Json, notice: Json) => readonly Json[]) =>
  changeFrames(() => {
    let n = 0;
    let begun = false;
    return (frame, { socket }) => {
      const first = !begun;
      begun = true;
      n += 1;
      return (first && socket === 'trading') || isClosing(frame) ? frame : place(frame, notice(n));
    };
  });

const inRefusals = (change: (refusal: Json) => Json) => inFrames(isRefused, change);

const inClosing = (change: (data: Json) => Json) => inFrames(isClosing, (frame) => ({ ...frame, data: change(frame['data'] as Json) }));

/** Variations of the content and framing of socket messages. */
export const FRAMES_VARIATIONS = [
  variationOfFrames(
    'frames-with-white-space',
    [],
    'Frames hold white space.',
    spelt((frame) => `\r\n ${JSON.stringify(frame, null, 3)}\n`),
  ),
  variationOfFrames(
    'frame-members-in-other-order',
    [],
    'The members of frames have another order.',
    spelt((frame) => JSON.stringify(backwards(frame))),
  ),
  variationOfFrames('frames-in-escapes', [], 'Every string of a frame is written in escapes.', spelt(escapedButReqId)),
  variationOfFrames('messages-in-three-frames', [], 'A message is sent in three WebSocket frames.', wired({ pieces: 3 })),
  variationOfFrames('messages-in-nine-frames', [], 'A message is sent in nine WebSocket frames.', wired({ pieces: 9 })),
  variationOfFrames('pings-and-pongs', [], 'Pings and unsolicited pongs are sent between messages.', wired({ pieces: 2, pings: true })),
  variationOfFrames('frames-delayed', [], 'Each frame is delayed by 3 ms in both directions.', wired({ delayMs: 3 })),
  variationOfFrames(
    'further-frame-members',
    [],
    'Every object of a frame has further members.',
    inFrames(isAny, (frame) => everyObject(frame, (object) => ({ ...object, ...ADDED })) as Json),
  ),
  variationOfFrames(
    'further-frame-members-with-common-names',
    [],
    'Frames have further members with common names.',
    inFrames(isAny, (frame) => ({
      type: 'frame',
      seq: 7,
      tsNs: '1',
      version: '1.4.0',
      id: 'f-7',
      status: 200,
      ...frame,
    })),
  ),
  variationOfFrames(
    'answers-with-msg-type',
    [],
    'Answers to ops have a msgType.',
    inFrames(isAnswer, (frame) => ({ msgType: `${String(frame['op'])}Answered`, ...frame })),
  ),
  variationOfFrames(
    'events-with-op',
    ['A100'],
    'Events have an op, and a reqId of null.',
    inFrames(isEventFrame, (frame) => ({ op: 'event', reqId: null, ...frame })),
  ),
  variationOfFrames(
    'further-grant-members',
    [],
    'Grants hold further members about the session.',
    inGrants((grant) => ({
      sessionId: 's-77',
      connectionId: '4711',
      memberName: 'm7',
      subscriptions: [],
      subprotocol: null,
      clientIdleMs: 30_000,
      organisationTimeZone: 'UTC',
      names: [],
      ...grant,
    })),
  ),
  variationOfFrames(
    'unknown-event-before-frames',
    [],
    'An unknown event precedes each frame except the first.',
    noticed((frame, notice) => [notice, frame]),
  ),
  variationOfFrames(
    'unknown-events-after-frames',
    [],
    'Unknown events follow each frame except the first.',
    noticed((frame, notice) => [frame, notice, notice]),
  ),
  variationOfFrames(
    'unknown-event-after-greeting',
    [],
    'An unknown event follows sessionOpened.',
    changeFrames(() => (frame) => (isOpened(frame) ? [frame, notice(0)] : frame)),
  ),
  variationOfFrames(
    'other-refusal-messages',
    [],
    'Refusals have messages with quotes, other scripts and markup.',
    inRefusals((frame) => ({ ...frame, message: 'Nein: "так" 不行 \\ </script>' })),
  ),
  variationOfFrames(
    'empty-refusal-messages',
    [],
    'Refusals have empty messages.',
    inRefusals((frame) => ({ ...frame, message: '' })),
  ),
  variationOfFrames(
    'long-refusal-messages',
    [],
    'Refusals have messages of 50,000 characters.',
    inRefusals((frame) => ({ ...frame, message: 'x'.repeat(50_000) })),
  ),
  variationOfFrames(
    'refusals-with-details',
    [],
    'Refusals have further members.',
    inRefusals((frame) => ({ error: { code: frame['code'] }, details: [], data: null, session: null, ...frame })),
  ),
  variationOfFrames(
    'session-closing-code-alone',
    ['A95'],
    'sessionClosing holds its code alone.',
    inClosing(({ code }) => ({ code })),
  ),
  variationOfFrames(
    'session-closing-with-more',
    ['A95'],
    'sessionClosing holds further members.',
    inClosing((data) => ({ ...data, closeCode: 4003, reason: 'revoked', atNs: '1', message: 'gone' })),
  ),
] as const;
