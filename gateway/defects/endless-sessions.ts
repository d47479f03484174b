/** Defects of sessions whose token never expires: the end that the grant states, and whether the session ends. */
import { grantOf, inFrames, inGrants, isGranted, less } from '../variations/frame-changes.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

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
]);
