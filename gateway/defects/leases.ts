/** Defects of leases: the stated end of a session, and whether the session ends then. */
import { changeFrames, inData, inFrames, inGrants, isExpiring, less, nothing, undying } from '../variations/frame-changes.ts';
import { down } from '../variations/frames.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

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

export const LEASES_DEFECTS = defects([
  ['WSS-06', 'sessionExpiring is not sent', ofFrames(inFrames(isExpiring, nothing))],
  ['WSS-06', 'sessionExpiring says not when', ofFrames(inFrames(isExpiring, inData(less('expiresAtNs'))))],
  [
    'WSS-06',
    'sessionExpiring says a later time',
    ofFrames(
      inFrames(
        isExpiring,
        inData((data) => later(data, 1n)),
      ),
    ),
  ],
  ['WSS-06', 'inMs as text', ofFrames(inMs(String))],
  ['WSS-06', 'inMs in seconds', ofFrames(inMs((ms) => Math.floor(ms / 1000)))],
  ['WSS-06', 'inMs in nanoseconds', ofFrames(inMs((ms) => ms * 1_000_000))],
  ['WSS-06', 'inMs is half of it', ofFrames(inMs((ms) => Math.floor(ms / 2)))],
  ['WSS-06', 'inMs is five seconds short', ofFrames(inMs((ms) => ms - 5_000))],
  ['WSS-08', 'a renewed session is never hinted at again', ofFrames(hintsFrom(2, nothing))],
  ['WSS-07', 'a session goes on past its expiry', ofFrames(undying(true))],
  ['WSS-07 WSS-06 | WSS-16', 'the grant tells of an hour more', ofFrames(inGrants((grant) => (grant['expiresAtNs'] === '0' ? grant : later(grant, 3600n))))],
  ['WSS-07 WSS-06', 'the grant tells of two minutes less', ofFrames(inGrants((grant) => (grant['expiresAtNs'] === '0' ? grant : later(grant, -120n))))],
  ...([5n, -5n] as const).map(
    (shift) =>
      [
        'WSS-07 | WSS-16',
        `a session is closed five seconds ${shift > 0n ? 'before' : 'after'} the expiresAtNs of its grant`,
        ofFrames(() => (connection) => {
          const hinted = inFrames(
            isExpiring,
            inData((data) => ({ ...later(data, shift), inMs: Number(data['inMs']) + Number(shift) * 1_000 })),
          )()(connection);
          const granted = inGrants((grant) => (grant['expiresAtNs'] === '0' ? grant : later(grant, shift)))()(connection);
          return { down: (text) => down([hinted, granted], text) };
        }),
      ] as const,
  ),
]);
