/** Defects of greetings: how a session begins, and its grant. */
import { changeFrames, inData, inFrames, isAnswer, isOpened, less, nothing } from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import type { Json } from '../variations/layer.ts';
import { defectOfFrames } from './defect.ts';

const scopes = (grant: Json): string[] => grant['capabilities'] as string[];
/** Delays sessionOpened until another frame passes. */
const late = (until: (frame: Json) => boolean) =>
  changeFrames(() => {
    let kept: Json | undefined;
    return (frame) => {
      if (isOpened(frame)) {
        kept = frame;
        return undefined;
      }
      if (kept === undefined || !until(frame)) return frame;
      const opened = kept;
      kept = undefined;
      return [frame, opened];
    };
  });

/** Delays sessionOpened until the client sends a message. */
const waiting = (): SocketLayer => (talk) => {
  let kept: string | undefined;
  return {
    down(text) {
      if (!isOpened(frameOf(text) ?? {})) return [text];
      kept = text;
      return [];
    },
    up(text) {
      if (kept !== undefined) talk.toClient(kept);
      kept = undefined;
      return [text];
    },
  };
};

export const SESSION_OPENINGS_DEFECTS = [
  defectOfFrames('WSS-03', 'sessionOpened is not sent', inFrames(isOpened, nothing)),
  defectOfFrames('WSS-03', 'sessionOpened is sent behind the first answer', late(isAnswer)),
  defectOfFrames('WSS-03', 'sessionOpened is sent when the client has spoken', waiting),
  defectOfFrames(
    'WSS-03',
    'sessionOpened is sent twice',
    inFrames(isOpened, (frame) => [frame, frame]),
  ),
  defectOfFrames(
    'WSS-03',
    'another event comes before sessionOpened',
    inFrames(isOpened, (frame) => [{ event: 'memberJoined', msgType: 'memberJoined', data: {} }, frame]),
  ),
  defectOfFrames('WSS-03', 'sessionOpened grants nothing', inFrames(isOpened, inData(less('capabilities')))),
  defectOfFrames('WSS-03', 'sessionOpened says nothing of its expiry', inFrames(isOpened, inData(less('expiresAtNs')))),
  defectOfFrames(
    'WSS-03',
    'the expiry of a session as a number',
    inFrames(
      isOpened,
      inData((data) => ({ ...data, expiresAtNs: Number(data['expiresAtNs']) })),
    ),
  ),
  defectOfFrames(
    'WSS-03',
    'capabilities in one text',
    inFrames(
      isOpened,
      inData((data) => ({ ...data, capabilities: scopes(data).join(' ') })),
    ),
  ),
  defectOfFrames(
    'WSS-03',
    'the grant beside its event',
    inFrames(isOpened, ({ data, ...event }) => ({ ...event, ...(data as Json) })),
  ),
  defectOfFrames(
    'WSS-03',
    'sessionOpened under another name',
    inFrames(isOpened, (frame) => ({ ...frame, event: 'opened', msgType: 'opened' })),
  ),
  defectOfFrames(
    'WSS-03',
    'sessionOpened as the answer to an op',
    inFrames(isOpened, ({ data }) => ({ op: 'auth', reqId: null, success: true, session: data })),
  ),
  defectOfFrames(
    'WSS-03',
    'the expiry of a session in milliseconds of a date',
    inFrames(
      isOpened,
      inData((data) => ({ ...data, expiresAtNs: '2026-01-05T00:00:00Z' })),
    ),
  ),
  defectOfFrames('WSS-03', 'sessionOpened without data', inFrames(isOpened, less('data'))),
];
