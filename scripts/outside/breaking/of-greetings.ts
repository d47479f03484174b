/** Greetings, broken: how a session begins, and what it is granted. */
import { frameOf, type SocketLayer } from '../proxy/talk.ts';
import type { Json } from '../proxy/telling.ts';
import { breakageOfTalk } from './breakage.ts';
import {
  grantOf,
  inData,
  inFrames,
  inGrants,
  isAnswer,
  isGranted,
  isOpened,
  less,
  nothing,
  telling,
} from './in-a-talk.ts';

const scopes = (grant: Json): string[] => grant['capabilities'] as string[];
const inScopes = (change: (granted: string[]) => unknown) =>
  inGrants((grant) => ({ ...grant, capabilities: change(scopes(grant)) }));

/** sessionOpened is kept until something else passes. */
const late = (until: (frame: Json) => boolean) =>
  telling(() => {
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

export const OF_GREETINGS = [
  breakageOfTalk('WSS-03', 'sessionOpened is not sent', inFrames(isOpened, nothing)),
  breakageOfTalk('WSS-03', 'sessionOpened is sent behind the first answer', late(isAnswer)),
  breakageOfTalk('WSS-03', 'sessionOpened is sent when the client has spoken', waiting),
  breakageOfTalk(
    'WSS-03',
    'sessionOpened is sent twice',
    inFrames(isOpened, (frame) => [frame, frame]),
  ),
  breakageOfTalk(
    'WSS-03',
    'another event comes before sessionOpened',
    inFrames(isOpened, (frame) => [{ event: 'memberJoined', msgType: 'memberJoined', data: {} }, frame]),
  ),
  breakageOfTalk('WSS-03', 'sessionOpened grants nothing', inFrames(isOpened, inData(less('capabilities')))),
  breakageOfTalk('WSS-03', 'sessionOpened says nothing of its expiry', inFrames(isOpened, inData(less('expiresAtNs')))),
  breakageOfTalk(
    'WSS-03',
    'the expiry of a session as a number',
    inFrames(
      isOpened,
      inData((data) => ({ ...data, expiresAtNs: Number(data['expiresAtNs']) })),
    ),
  ),
  breakageOfTalk(
    'WSS-03',
    'capabilities in one text',
    inFrames(
      isOpened,
      inData((data) => ({ ...data, capabilities: scopes(data).join(' ') })),
    ),
  ),
  breakageOfTalk(
    'WSS-03',
    'the grant beside its event',
    inFrames(isOpened, ({ data, ...event }) => ({ ...event, ...(data as Json) })),
  ),
  breakageOfTalk(
    'WSS-04',
    'capabilities in another order',
    inScopes((granted) => granted.toReversed()),
  ),
  breakageOfTalk(
    'WSS-04',
    'no capabilities',
    inScopes(() => []),
  ),
  breakageOfTalk(
    'WSS-04',
    'a capability too many',
    inScopes((granted) => ['orgs:approve', ...granted.filter((scope) => scope !== 'orgs:approve')]),
  ),
  breakageOfTalk(
    'WSS-04',
    'a capability less',
    inScopes((granted) => granted.slice(1)),
  ),
  breakageOfTalk(
    'WSS-04',
    'a capability twice',
    inScopes((granted) => [...granted.slice(0, 1), ...granted]),
  ),
  breakageOfTalk(
    'WSS-04',
    'capabilities of another vocabulary',
    inScopes((granted) => granted.map((scope) => scope.replace(':', '.'))),
  ),
  breakageOfTalk(
    'WSS-05',
    'the grant names its user',
    inGrants((grant) => ({ ...grant, userId: 3 })),
  ),
  breakageOfTalk(
    'WSS-05',
    'the grant names its organisation',
    inGrants((grant) => ({ ...grant, principal: { orgId: 1 } })),
  ),
  breakageOfTalk(
    'WSS-05',
    'sessionOpened names its user',
    inFrames(isOpened, (frame) => ({ ...frame, data: { ...(frame['data'] as Json), userId: 3 } })),
  ),
  breakageOfTalk(
    'WSS-05',
    'the answer to op auth names its user',
    inFrames(isGranted, (frame) => ({ ...frame, session: { ...grantOf(frame), sub: 'trader' } })),
  ),
  breakageOfTalk(
    'WSS-03',
    'sessionOpened under another name',
    inFrames(isOpened, (frame) => ({ ...frame, event: 'opened', msgType: 'opened' })),
  ),
  breakageOfTalk(
    'WSS-03',
    'sessionOpened as the answer to an op',
    inFrames(isOpened, ({ data }) => ({ op: 'auth', reqId: null, success: true, session: data })),
  ),
  breakageOfTalk(
    'WSS-03',
    'the expiry of a session in milliseconds of a date',
    inFrames(
      isOpened,
      inData((data) => ({ ...data, expiresAtNs: '2026-01-05T00:00:00Z' })),
    ),
  ),
  breakageOfTalk('WSS-03', 'sessionOpened without data', inFrames(isOpened, less('data'))),
  breakageOfTalk(
    'WSS-04',
    'capabilities as objects',
    inScopes((granted) => granted.map((name) => ({ name }))),
  ),
  breakageOfTalk(
    'WSS-04',
    'the answer to op auth grants less',
    inFrames(isGranted, (frame) => ({ ...frame, session: { ...grantOf(frame), capabilities: [] } })),
  ),
  breakageOfTalk(
    'WSS-04',
    'sessionOpened grants less',
    inFrames(
      isOpened,
      inData((data) => ({ ...data, capabilities: scopes(data).slice(0, -1) })),
    ),
  ),
  breakageOfTalk(
    'WSS-05',
    'the grant names its user inside another member',
    inGrants((grant) => ({ ...grant, holder: { userId: 3 } })),
  ),
  breakageOfTalk(
    'WSS-05',
    'the grant names its accounts',
    inGrants((grant) => ({ ...grant, accountIds: [1, 2] })),
  ),
  breakageOfTalk(
    'WSS-05',
    'the grant is beside the user',
    inFrames(isOpened, (frame) => ({ ...frame, userId: 3 })),
  ),
];
