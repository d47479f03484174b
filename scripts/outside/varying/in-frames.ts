/** What the frames of a session may state otherwise or beside what is asked, and how they go over the wire. */
import { inFrames, inGrants, isAnswer, isClosing, isOpened, isRefused, telling } from '../breaking/in-a-talk.ts';
import type { SocketLayer } from '../proxy/talk.ts';
import { frameOf } from '../proxy/talk.ts';
import { everyObject, type Json } from '../proxy/telling.ts';
import { backwards, inEscapes } from './on-the-wire.ts';
import { variationOfTalk } from './variation.ts';

const isAny = (): boolean => true;
const isEventFrame = (frame: Json): boolean => 'event' in frame;
const ADDED = { addedLater: { since: '1.5.0', list: [1, null, 'x'] }, alsoAdded: null };

/** The text of a frame otherwise; its value as it was. */
const spelt =
  (spell: (frame: Json) => string): (() => SocketLayer) =>
  () =>
  () => ({
    down(text) {
      const frame = frameOf(text);
      return [frame === undefined ? text : spell(frame)];
    },
  });

/** A reqId is echoed as it came: it alone is not spelt otherwise. */
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

/** An event that nobody knows, beside every frame of a session that has begun. */
const noticed = (place: (frame: Json, notice: Json) => readonly Json[]) =>
  telling(() => {
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

const inClosing = (change: (data: Json) => Json) =>
  inFrames(isClosing, (frame) => ({ ...frame, data: change(frame['data'] as Json) }));

export const IN_FRAMES = [
  variationOfTalk(
    'frames with white space',
    spelt((frame) => `\r\n ${JSON.stringify(frame, null, 3)}\n`),
  ),
  variationOfTalk(
    'members of frames in another order',
    spelt((frame) => JSON.stringify(backwards(frame))),
  ),
  variationOfTalk('frames in escapes', spelt(escapedButReqId)),
  variationOfTalk('messages in three frames', wired({ pieces: 3 })),
  variationOfTalk('messages in nine frames', wired({ pieces: 9 })),
  variationOfTalk('pings at any moment, and pongs that nobody asked for', wired({ pieces: 2, pings: true })),
  variationOfTalk('frames take some milliseconds', wired({ delayMs: 3 })),
  variationOfTalk(
    'further members of every object in a frame',
    inFrames(isAny, (frame) => everyObject(frame, (object) => ({ ...object, ...ADDED })) as Json),
  ),
  variationOfTalk(
    'further members of frames that are named like others',
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
  variationOfTalk(
    'answers name their kind as events do',
    inFrames(isAnswer, (frame) => ({ msgType: `${String(frame['op'])}Answered`, ...frame })),
  ),
  variationOfTalk(
    'events with an op and a reqId of null',
    inFrames(isEventFrame, (frame) => ({ op: 'event', reqId: null, ...frame })),
  ),
  variationOfTalk(
    'a grant with what is said of the session',
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
  variationOfTalk(
    'an unknown event before each frame but the first',
    noticed((frame, told) => [told, frame]),
  ),
  variationOfTalk(
    'unknown events behind each frame but the first',
    noticed((frame, told) => [frame, told, told]),
  ),
  variationOfTalk(
    'an unknown event right behind the greeting',
    telling(() => (frame) => (isOpened(frame) ? [frame, notice(0)] : frame)),
  ),
  variationOfTalk(
    'other messages in refusals',
    inRefusals((frame) => ({ ...frame, message: 'Nein: "так" 不行 \\ </script>' })),
  ),
  variationOfTalk(
    'empty messages in refusals',
    inRefusals((frame) => ({ ...frame, message: '' })),
  ),
  variationOfTalk(
    'very long messages in refusals',
    inRefusals((frame) => ({ ...frame, message: 'x'.repeat(50_000) })),
  ),
  variationOfTalk(
    'refusals with details',
    inRefusals((frame) => ({ error: { code: frame['code'] }, details: [], data: null, session: null, ...frame })),
  ),
  variationOfTalk(
    'sessionClosing with its code alone',
    inClosing(({ code }) => ({ code })),
  ),
  variationOfTalk(
    'sessionClosing that says more',
    inClosing((data) => ({ ...data, closeCode: 4003, reason: 'revoked', atNs: '1', message: 'gone' })),
  ),
] as const;
