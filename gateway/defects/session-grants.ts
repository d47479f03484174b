/** Defects of session grants: their capabilities and the user whom they name. */
import { grantOf, inData, inFrames, inGrants, isGranted, isOpened } from '../variations/frame-changes.ts';
import { bearerOf, holderOf } from '../variations/handshakes.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

const scopes = (grant: Json): string[] => grant['capabilities'] as string[];
const inScopes = (change: (granted: string[]) => unknown) => inGrants((grant) => ({ ...grant, capabilities: change(scopes(grant)) }));

export const SESSION_GRANTS_DEFECTS = defects([
  ['WSS-04', 'capabilities in another order', ofFrames(inScopes((granted) => granted.toReversed()))],
  ['WSS-04', 'a capability too many', ofFrames(inScopes((granted) => ['orgs:approve', ...granted.filter((scope) => scope !== 'orgs:approve')]))],
  ['WSS-04', 'the grant has orders:trade or nothing', ofFrames(inScopes((granted) => granted.filter((scope) => scope === 'orders:trade')))],
  ['WSS-04', 'every grant is orders:trade', ofFrames(inScopes(() => ['orders:trade']))],
  [
    'WSS-04',
    'the answer to op auth has its capabilities in reverse order',
    ofFrames(
      inFrames(isGranted, (frame) => {
        const grant = frame['session'] as Json;
        return { ...frame, session: { ...grant, capabilities: scopes(grant).toReversed() } };
      }),
    ),
  ],
  [
    'WSS-05',
    'sessionOpened names its holder by the subject of the token',
    ofFrames(
      inFrames(isOpened, (frame, { request }) => {
        const holder = holderOf(bearerOf(request) ?? '').split(' ')[1];
        return { ...frame, data: { ...(frame['data'] as Json), holder } };
      }),
    ),
  ],
  ['WSS-05', 'sessionOpened names its user', ofFrames(inFrames(isOpened, (frame) => ({ ...frame, data: { ...(frame['data'] as Json), userId: 3 } })))],
  ['WSS-05', 'the answer to op auth names its user', ofFrames(inFrames(isGranted, (frame) => ({ ...frame, session: { ...grantOf(frame), sub: 'trader' } })))],
  [
    'WSS-04',
    'sessionOpened grants less',
    ofFrames(
      inFrames(
        isOpened,
        inData((data) => ({ ...data, capabilities: scopes(data).slice(0, -1) })),
      ),
    ),
  ],
  ['WSS-05', 'the grant names its accounts', ofFrames(inGrants((grant) => ({ ...grant, accountIds: [1, 2] })))],
]);
