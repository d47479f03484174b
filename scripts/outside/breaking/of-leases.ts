/** Leases, broken: what is told of the end of a session, and whether it comes. */
import { frameOf } from '../proxy/talk.ts';
import type { Json } from '../proxy/telling.ts';
import { breakageOfTalk } from './breakage.ts';
import {
  closingOn,
  grantOf,
  inData,
  inFrames,
  inGrants,
  isAnswer,
  isExpiring,
  isOpened,
  LAPSED,
  less,
  nothing,
  telling,
  undying,
} from './in-a-talk.ts';

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

/** Every second hint of a connection, or a later one. */
const hintsFrom = (first: number, change: (frame: Json) => Json | undefined) =>
  telling(() => {
    let n = 0;
    return (frame) => (isExpiring(frame) && ++n >= first ? change(frame) : frame);
  });

const isForever = (frame: Json): boolean => grantOf(frame)?.['expiresAtNs'] === '0';

export const OF_LEASES = [
  breakageOfTalk('WSS-06', 'sessionExpiring is not sent', inFrames(isExpiring, nothing)),
  breakageOfTalk(
    'WSS-06',
    'sessionExpiring is sent twice',
    inFrames(isExpiring, (frame) => [frame, frame]),
  ),
  breakageOfTalk(
    'WSS-06',
    'sessionExpiring is sent again and again',
    telling(() => {
      let hint: Json | undefined;
      return (frame) => {
        if (isExpiring(frame)) hint = frame;
        return isAnswer(frame) && hint !== undefined ? [frame, hint] : frame;
      };
    }),
  ),
  breakageOfTalk('WSS-06', 'sessionExpiring is sent at the lapse', () => (talk) => {
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
  breakageOfTalk(
    'WSS-06',
    'sessionExpiring under another name',
    inFrames(isExpiring, (frame) => ({ ...frame, event: 'expiring', msgType: 'expiring' })),
  ),
  breakageOfTalk('WSS-06', 'sessionExpiring says not when', inFrames(isExpiring, inData(less('expiresAtNs')))),
  breakageOfTalk('WSS-06', 'sessionExpiring says not in how long', inFrames(isExpiring, inData(less('inMs')))),
  breakageOfTalk(
    'WSS-06',
    'sessionExpiring says a later time',
    inFrames(
      isExpiring,
      inData((data) => later(data, 1n)),
    ),
  ),
  breakageOfTalk(
    'WSS-06',
    'sessionExpiring says its time as a number',
    inFrames(
      isExpiring,
      inData((data) => ({ ...data, expiresAtNs: Number(data['expiresAtNs']) })),
    ),
  ),
  breakageOfTalk(
    'WSS-06',
    'sessionExpiring says its time without data',
    inFrames(isExpiring, ({ data, ...event }) => ({ ...event, ...(data as Json) })),
  ),
  breakageOfTalk('WSS-06', 'inMs as text', inMs(String)),
  breakageOfTalk(
    'WSS-06',
    'inMs in seconds',
    inMs((ms) => Math.floor(ms / 1000)),
  ),
  breakageOfTalk(
    'WSS-06',
    'inMs in nanoseconds',
    inMs((ms) => ms * 1_000_000),
  ),
  breakageOfTalk(
    'WSS-06',
    'inMs with a fraction',
    inMs((ms) => ms + 0.5),
  ),
  breakageOfTalk(
    'WSS-06',
    'inMs below nought',
    inMs((ms) => -ms),
  ),
  breakageOfTalk(
    'WSS-06',
    'inMs is half of it',
    inMs((ms) => Math.floor(ms / 2)),
  ),
  breakageOfTalk(
    'WSS-08',
    'a renewed session is hinted at for its first credential',
    hintsFrom(2, (frame) => ({ ...frame, data: later(frame['data'] as Json, -60n) })),
  ),
  breakageOfTalk('WSS-08', 'a renewed session is never hinted at again', hintsFrom(2, nothing)),
  breakageOfTalk('WSS-07', 'a session goes on past its expiry', undying(true)),
  breakageOfTalk('WSS-07', 'a session past its expiry is left without an answer', undying(false)),
  breakageOfTalk('WSS-07', 'a session is closed when its end is near', closingOn(isExpiring, LAPSED)),
  breakageOfTalk(
    'WSS-07',
    'the grant tells of an hour more',
    inGrants((grant) => (grant['expiresAtNs'] === '0' ? grant : later(grant, 3600n))),
  ),
  breakageOfTalk(
    'WSS-07',
    'the grant tells of two minutes less',
    inGrants((grant) => (grant['expiresAtNs'] === '0' ? grant : later(grant, -120n))),
  ),
  breakageOfTalk(
    'WSS-16',
    'every session lasts for ever',
    inGrants((grant) => ({ ...grant, expiresAtNs: '0' })),
  ),
  breakageOfTalk(
    'WSS-16',
    'a session that lasts for ever tells the end of time',
    inGrants((grant) => (grant['expiresAtNs'] === '0' ? { ...grant, expiresAtNs: '9223372036854775807' } : grant)),
  ),
  breakageOfTalk(
    'WSS-16',
    'a session that lasts for ever is hinted at',
    inFrames(
      (frame) => isOpened(frame) && isForever(frame),
      (frame) => [
        frame,
        { event: 'sessionExpiring', msgType: 'sessionExpiring', data: { expiresAtNs: '0', inMs: 60000 } },
      ],
    ),
  ),
  breakageOfTalk(
    'WSS-16',
    'a session that lasts for ever lapses',
    telling(() => {
      let [isLasting, n] = [false, 0];
      return (frame, talk) => {
        isLasting ||= isForever(frame);
        if (!isLasting || !isAnswer(frame) || ++n < 2) return frame;
        talk.closeClient(LAPSED);
        return undefined;
      };
    }),
  ),
];
