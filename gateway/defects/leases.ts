/** Defects of leases: the stated end of a session, and whether the session ends then. */
import {
  changeFrames,
  closingOn,
  inData,
  inFrames,
  inGrants,
  isAnswer,
  isExpiring,
  LAPSED,
  less,
  nothing,
  undying,
} from '../variations/frame-changes.ts';
import { down, frameOf } from '../variations/frames.ts';
import type { Json } from '../variations/layer.ts';
import { defectOfFrames } from './defect.ts';

const S = 1_000_000_000n;
const later = (object: Json, seconds: bigint): Json => ({
  ...object,
  expiresAtNs: String(BigInt(String(object['expiresAtNs'])) + seconds * S),
});
const inMs = (change: (ms: number) => unknown) =>
  inFrames(
    isExpiring,
    inData((data) => ({ ...data, inMs: change(Number(data['inMs'])) })),
  );

/** Changes the expiry hints of a connection from the given one on. */
const hintsFrom = (first: number, change: (frame: Json) => Json | undefined) =>
  changeFrames(() => {
    let n = 0;
    return (frame) => (isExpiring(frame) && ++n >= first ? change(frame) : frame);
  });

export const LEASES_DEFECTS = [
  defectOfFrames('WSS-06', 'sessionExpiring is not sent', inFrames(isExpiring, nothing)),
  defectOfFrames(
    'WSS-06',
    'sessionExpiring is sent twice',
    inFrames(isExpiring, (frame) => [frame, frame]),
  ),
  defectOfFrames(
    'WSS-06',
    'sessionExpiring is sent again and again',
    changeFrames(() => {
      let hint: Json | undefined;
      return (frame) => {
        if (isExpiring(frame)) hint = frame;
        return isAnswer(frame) && hint !== undefined ? [frame, hint] : frame;
      };
    }),
  ),
  defectOfFrames('WSS-06', 'sessionExpiring is sent at the lapse', () => (talk) => {
    let hint: Json | undefined;
    return {
      down(text) {
        const frame = frameOf(text);
        if (frame === undefined || !isExpiring(frame)) return [text];
        hint = { ...frame, data: { ...(frame['data'] as Json), inMs: 0 } };
        return [];
      },
      closing(code) {
        if (hint !== undefined) talk.toClient(JSON.stringify(hint));
        return code;
      },
    };
  }),
  defectOfFrames(
    'WSS-06',
    'sessionExpiring under another name',
    inFrames(isExpiring, (frame) => ({ ...frame, event: 'expiring', msgType: 'expiring' })),
  ),
  defectOfFrames('WSS-06', 'sessionExpiring says not when', inFrames(isExpiring, inData(less('expiresAtNs')))),
  defectOfFrames('WSS-06', 'sessionExpiring says not in how long', inFrames(isExpiring, inData(less('inMs')))),
  defectOfFrames(
    'WSS-06',
    'sessionExpiring says a later time',
    inFrames(
      isExpiring,
      inData((data) => later(data, 1n)),
    ),
  ),
  defectOfFrames(
    'WSS-06',
    'sessionExpiring says its time as a number',
    inFrames(
      isExpiring,
      inData((data) => ({ ...data, expiresAtNs: Number(data['expiresAtNs']) })),
    ),
  ),
  defectOfFrames(
    'WSS-06',
    'sessionExpiring says its time without data',
    inFrames(isExpiring, ({ data, ...event }) => ({ ...event, ...(data as Json) })),
  ),
  defectOfFrames(
    'WSS-06',
    'sessionExpiring says its time in milliseconds',
    inFrames(
      isExpiring,
      inData((data) => ({ ...data, expiresAtNs: String(data['expiresAtNs']).slice(0, -6) })),
    ),
  ),
  defectOfFrames('WSS-06', 'inMs as text', inMs(String)),
  defectOfFrames(
    'WSS-06',
    'inMs in seconds',
    inMs((ms) => Math.floor(ms / 1000)),
  ),
  defectOfFrames(
    'WSS-06',
    'inMs in nanoseconds',
    inMs((ms) => ms * 1_000_000),
  ),
  defectOfFrames(
    'WSS-06',
    'inMs with a fraction',
    inMs((ms) => ms + 0.5),
  ),
  defectOfFrames(
    'WSS-06',
    'inMs below nought',
    inMs((ms) => -ms),
  ),
  defectOfFrames(
    'WSS-06',
    'inMs is half of it',
    inMs((ms) => Math.floor(ms / 2)),
  ),
  defectOfFrames(
    'WSS-06',
    'inMs is five seconds short',
    inMs((ms) => ms - 5_000),
  ),
  defectOfFrames(
    'WSS-08',
    'a renewed session is hinted at for its first credential',
    hintsFrom(2, (frame) => ({ ...frame, data: later(frame['data'] as Json, -60n) })),
  ),
  defectOfFrames('WSS-08', 'a renewed session is never hinted at again', hintsFrom(2, nothing)),
  defectOfFrames('WSS-07', 'a session goes on past its expiry', undying(true)),
  defectOfFrames('WSS-07', 'a session past its expiry is left without an answer', undying(false)),
  defectOfFrames('WSS-07', 'a session is closed when its end is near', closingOn(isExpiring, LAPSED)),
  defectOfFrames(
    'WSS-07 WSS-06',
    'the grant tells of an hour more',
    inGrants((grant) => (grant['expiresAtNs'] === '0' ? grant : later(grant, 3600n))),
  ),
  defectOfFrames(
    'WSS-07 WSS-06',
    'the grant tells of two minutes less',
    inGrants((grant) => (grant['expiresAtNs'] === '0' ? grant : later(grant, -120n))),
  ),
  ...([5n, -5n] as const).map((shift) =>
    defectOfFrames(
      'WSS-07',
      `a session is closed five seconds ${shift > 0n ? 'before' : 'after'} the expiresAtNs of its grant`,
      () => (connection) => {
        const hinted = inFrames(
          isExpiring,
          inData((data) => ({ ...later(data, shift), inMs: Number(data['inMs']) + Number(shift) * 1_000 })),
        )()(connection);
        const granted = inGrants((grant) => (grant['expiresAtNs'] === '0' ? grant : later(grant, shift)))()(connection);
        return { down: (text) => down([hinted, granted], text) };
      },
    ),
  ),
];
