/** Defects of sessions whose token never expires: the end that the grant states, and whether the session ends. */
import { changeFrames, grantOf, inFrames, inGrants, isAnswer, isGranted, isOpened, LAPSED, less } from '../variations/frame-changes.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

const isForever = (frame: Json): boolean => grantOf(frame)?.['expiresAtNs'] === '0';

export const ENDLESS_SESSIONS_DEFECTS = defects([
  ...(
    [
      ['says null', (grant) => ({ ...grant, expiresAtNs: null })],
      ['says no expiry', less('expiresAtNs')],
      ['says 0 as a number', (grant) => ({ ...grant, expiresAtNs: 0 })],
    ] as const satisfies readonly (readonly [string, (grant: Json) => Json])[]
  ).map(
    ([says, change]) =>
      ['WSS-16', `a session that lasts for ever ${says}`, ofFrames(inGrants((grant) => (grant['expiresAtNs'] === '0' ? change(grant) : grant)))] as const,
  ),
  [
    'WSS-16 | WSS-08',
    'the answer to op auth says that the session lasts for ever',
    ofFrames(inFrames(isGranted, (frame) => ({ ...frame, session: { ...grantOf(frame), expiresAtNs: '0' } }))),
  ],
  ['WSS-16 | WSS-08', 'every session lasts for ever', ofFrames(inGrants((grant) => ({ ...grant, expiresAtNs: '0' })))],
  [
    'WSS-16',
    'a session that lasts for ever is hinted at',
    ofFrames(
      inFrames(
        (frame) => isOpened(frame) && isForever(frame),
        (frame) => [frame, { event: 'sessionExpiring', msgType: 'sessionExpiring', data: { expiresAtNs: '0', inMs: 60000 } }],
      ),
    ),
  ],
  [
    'WSS-16',
    'a session that lasts for ever lapses',
    ofFrames(
      changeFrames(() => {
        let [isLasting, n] = [false, 0];
        return (frame, talk) => {
          isLasting ||= isForever(frame);
          if (!isLasting || !isAnswer(frame) || ++n < 2) return frame;
          talk.closeClient(LAPSED);
          return undefined;
        };
      }),
    ),
  ],
]);
