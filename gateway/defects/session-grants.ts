/** Defects of session grants: their capabilities and the user whom they name. */
import { grantOf, inData, inFrames, inGrants, isGranted, isOpened } from '../variations/frame-changes.ts';
import { bearerOf, holderOf } from '../variations/handshakes.ts';
import type { Json } from '../variations/layer.ts';
import { defectOfFrames } from './defect.ts';

const scopes = (grant: Json): string[] => grant['capabilities'] as string[];
const inScopes = (change: (granted: string[]) => unknown) =>
  inGrants((grant) => ({ ...grant, capabilities: change(scopes(grant)) }));

export const SESSION_GRANTS_DEFECTS = [
  defectOfFrames(
    'WSS-04',
    'capabilities in another order',
    inScopes((granted) => granted.toReversed()),
  ),
  defectOfFrames(
    'WSS-04',
    'no capabilities',
    inScopes(() => []),
  ),
  defectOfFrames(
    'WSS-04',
    'a capability too many',
    inScopes((granted) => ['orgs:approve', ...granted.filter((scope) => scope !== 'orgs:approve')]),
  ),
  defectOfFrames(
    'WSS-04',
    'a capability less',
    inScopes((granted) => granted.slice(1)),
  ),
  defectOfFrames(
    'WSS-04',
    'a capability twice',
    inScopes((granted) => [...granted.slice(0, 1), ...granted]),
  ),
  defectOfFrames(
    'WSS-04',
    'capabilities of another vocabulary',
    inScopes((granted) => granted.map((scope) => scope.replace(':', '.'))),
  ),
  defectOfFrames(
    'WSS-04',
    'capabilities in the order of the alphabet',
    inScopes((granted) => granted.toSorted()),
  ),
  defectOfFrames(
    'WSS-04',
    'the grant has orders:trade or nothing',
    inScopes((granted) => granted.filter((scope) => scope === 'orders:trade')),
  ),
  defectOfFrames(
    'WSS-04',
    'every grant is orders:trade',
    inScopes(() => ['orders:trade']),
  ),
  defectOfFrames(
    'WSS-04',
    'the answer to op auth has its capabilities in reverse order',
    inFrames(isGranted, (frame) => {
      const grant = frame['session'] as Json;
      return { ...frame, session: { ...grant, capabilities: scopes(grant).toReversed() } };
    }),
  ),
  defectOfFrames(
    'WSS-05',
    'sessionOpened names its holder by the subject of the token',
    inFrames(isOpened, (frame, { request }) => {
      const holder = holderOf(bearerOf(request) ?? '').split(' ')[1];
      return { ...frame, data: { ...(frame['data'] as Json), holder } };
    }),
  ),
  defectOfFrames(
    'WSS-05',
    'the answer to op auth names its organisation',
    inFrames(isGranted, (frame) => ({ ...frame, session: { ...grantOf(frame), orgId: '1' } })),
  ),
  defectOfFrames(
    'WSS-05',
    'the grant names its user',
    inGrants((grant) => ({ ...grant, userId: 3 })),
  ),
  defectOfFrames(
    'WSS-05',
    'the grant names its organisation',
    inGrants((grant) => ({ ...grant, principal: { orgId: 1 } })),
  ),
  defectOfFrames(
    'WSS-05',
    'sessionOpened names its user',
    inFrames(isOpened, (frame) => ({ ...frame, data: { ...(frame['data'] as Json), userId: 3 } })),
  ),
  defectOfFrames(
    'WSS-05',
    'the answer to op auth names its user',
    inFrames(isGranted, (frame) => ({ ...frame, session: { ...grantOf(frame), sub: 'trader' } })),
  ),
  defectOfFrames(
    'WSS-04',
    'capabilities as objects',
    inScopes((granted) => granted.map((name) => ({ name }))),
  ),
  defectOfFrames(
    'WSS-04',
    'the answer to op auth grants less',
    inFrames(isGranted, (frame) => ({ ...frame, session: { ...grantOf(frame), capabilities: [] } })),
  ),
  defectOfFrames(
    'WSS-04',
    'sessionOpened grants less',
    inFrames(
      isOpened,
      inData((data) => ({ ...data, capabilities: scopes(data).slice(0, -1) })),
    ),
  ),
  defectOfFrames(
    'WSS-05',
    'the grant names its user inside another member',
    inGrants((grant) => ({ ...grant, holder: { userId: 3 } })),
  ),
  defectOfFrames(
    'WSS-05',
    'the grant names its accounts',
    inGrants((grant) => ({ ...grant, accountIds: [1, 2] })),
  ),
  defectOfFrames(
    'WSS-05',
    'the grant is beside the user',
    inFrames(isOpened, (frame) => ({ ...frame, userId: 3 })),
  ),
];
