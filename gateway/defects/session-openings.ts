/** Greetings, broken: how a session begins, and what it is granted. */
import {
  changeFrames,
  grantOf,
  inData,
  inFrames,
  inGrants,
  isAnswer,
  isGranted,
  isOpened,
  less,
  nothing,
} from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import { bearerOf, holderOf } from '../variations/handshakes.ts';
import type { Json } from '../variations/layer.ts';
import { defectOfFrames } from './defect.ts';

const scopes = (grant: Json): string[] => grant['capabilities'] as string[];
const inScopes = (change: (granted: string[]) => unknown) =>
  inGrants((grant) => ({ ...grant, capabilities: change(scopes(grant)) }));

/** sessionOpened is kept until something else passes. */
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

/** sessionOpened waits for a word of the client's. */
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
