/** Sessions, broken: how they begin, what they are granted, and how an op is answered. */
import { frameOf, type SocketLayer } from '../proxy/talk.ts';
import type { Json } from '../proxy/telling.ts';
import { breakageOfTalk } from './breakage.ts';
import {
  closingOn,
  grantOf,
  inData,
  inFrames,
  inGrants,
  isAnswer,
  isClosing,
  isCoded,
  isExpiring,
  isGranted,
  isOpened,
  isRefused,
  less,
  saying,
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

const unreadable = (frame: Json): boolean => isRefused(frame) && frame['op'] === 'error';
const unsaid = inFrames;
const nothing = (): undefined => undefined;

/** Answers what the gateway would call MALFORMED: the reqId is sent on in place of its own, and given back. */
const takingReqIds =
  (takes: (text: string, reqId: unknown) => boolean): (() => SocketLayer) =>
  () =>
  () => {
    let last = 'stand-in-0';
    let n = 0;
    const own = new Map<string, unknown>();
    return {
      up(text) {
        const frame = frameOf(text);
        if (frame === undefined || !takes(text, frame['reqId'])) return [text];
        n += 1;
        last = `stand-in-${n}`;
        own.set(last, frame['reqId']);
        return [JSON.stringify({ ...frame, reqId: last })];
      },
      down(text) {
        const frame = frameOf(text);
        const reqId = String(frame?.['reqId']);
        return frame !== undefined && own.has(reqId) ? [JSON.stringify({ ...frame, reqId: own.get(reqId) })] : [text];
      },
    };
  };
const ASCII = /^[ -~]*$/;
const isText = (value: unknown): value is string => typeof value === 'string';

const inReqIds = (change: (reqId: string) => unknown) =>
  inFrames(
    (frame) => isAnswer(frame) && isText(frame['reqId']),
    (frame) => ({ ...frame, reqId: change(frame['reqId'] as string) }),
  );

export const OF_SESSIONS = [
  breakageOfTalk('WSS-03', 'sessionOpened is not sent', unsaid(isOpened, nothing)),
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
    'WSS-11',
    'a reqId in capitals',
    inReqIds((reqId) => reqId.toUpperCase()),
  ),
  breakageOfTalk(
    'WSS-11',
    'a reqId in lower case',
    inReqIds((reqId) => reqId.toLowerCase()),
  ),
  breakageOfTalk(
    'WSS-11',
    'a reqId cut off',
    inReqIds((reqId) => reqId.slice(0, 20)),
  ),
  breakageOfTalk(
    'WSS-11',
    'a reqId of digits as a number',
    inReqIds((reqId) => (/^[a-z]*[0-9]+$/i.test(reqId) ? Number(reqId.replace(/\D/g, '')) : reqId)),
  ),
  breakageOfTalk('WSS-11', 'no reqId in an answer', inFrames(isAnswer, less('reqId'))),
  breakageOfTalk(
    'WSS-11',
    'a reqId of null in a refusal',
    inFrames(isRefused, (frame) => ({ ...frame, reqId: null })),
  ),
  breakageOfTalk(
    'WSS-11',
    'a reqId under another name',
    inFrames(isAnswer, ({ reqId, ...frame }) => ({ ...frame, requestId: reqId })),
  ),
  breakageOfTalk(
    'WSS-11',
    'a reqId in escapes is taken',
    takingReqIds((text, reqId) => isText(reqId) && ASCII.test(reqId) && text.includes('\\u')),
  ),
  breakageOfTalk(
    'WSS-11',
    'a reqId with a quotation mark is taken',
    takingReqIds((_, reqId) => isText(reqId) && reqId.includes('"')),
  ),
  breakageOfTalk(
    'WSS-11',
    'a reqId that is not ASCII is taken',
    takingReqIds((_, reqId) => isText(reqId) && /[^\0-\x7f]/.test(reqId)),
  ),
  breakageOfTalk(
    'WSS-11',
    'a reqId with a line break is taken',
    takingReqIds((_, reqId) => isText(reqId) && reqId.includes('\n')),
  ),
  breakageOfTalk(
    'WSS-11',
    'a reqId that is a number is taken',
    takingReqIds((_, reqId) => typeof reqId === 'number'),
  ),
  breakageOfTalk(
    'WSS-11',
    'no reqId is taken',
    takingReqIds((text, reqId) => reqId === undefined && text.includes('"op"')),
  ),
  breakageOfTalk(
    'WSS-11',
    'a malformed reqId has another code',
    inFrames(
      (frame) => isCoded('MALFORMED')(frame) && frame['op'] !== 'error',
      (frame) => ({ ...frame, code: 'INVALID_FIELD' }),
    ),
  ),
  ...['retryable', 'message', 'code', 'op', 'success'].map((name) =>
    breakageOfTalk('WSS-12', `a refusal without ${name}`, inFrames(isRefused, less(name))),
  ),
  breakageOfTalk(
    'WSS-12',
    'a refusal whose retryable is text',
    inFrames(isRefused, (frame) => ({ ...frame, retryable: 'false' })),
  ),
  breakageOfTalk(
    'WSS-12',
    'a refusal whose success is text',
    inFrames(isRefused, (frame) => ({ ...frame, success: 'false' })),
  ),
  breakageOfTalk(
    'WSS-12',
    'a refusal in an envelope',
    inFrames(isRefused, ({ op, reqId, success, ...error }) => ({ op, reqId, success, error })),
  ),
  breakageOfTalk(
    'WSS-12',
    'a refusal of op auth under another op',
    inFrames(
      (frame) => isRefused(frame) && frame['op'] === 'auth',
      (frame) => ({ ...frame, op: 'authenticate' }),
    ),
  ),
  breakageOfTalk(
    'WSS-12',
    'an unreadable frame under no op',
    inFrames(unreadable, (frame) => ({ ...frame, op: null })),
  ),
  breakageOfTalk(
    'WSS-12',
    'an unreadable frame under the op before',
    inFrames(unreadable, (frame) => ({ ...frame, op: 'auth' })),
  ),
  breakageOfTalk(
    'WSS-12',
    'an unreadable frame with an empty reqId',
    inFrames(unreadable, (frame) => ({ ...frame, reqId: '' })),
  ),
  breakageOfTalk('WSS-12', 'an unreadable frame without a reqId', inFrames(unreadable, less('reqId'))),
  breakageOfTalk('WSS-12', 'an unreadable frame closes the session', closingOn(unreadable, 1008, nothing)),
  breakageOfTalk('WSS-12', 'an unreadable frame is not answered', unsaid(unreadable, nothing)),
  breakageOfTalk(
    'WSS-13',
    'an unknown op is MALFORMED',
    inFrames(isCoded('UNKNOWN_OP'), (frame) => ({ ...frame, code: 'MALFORMED' })),
  ),
  breakageOfTalk(
    'WSS-13',
    'an unknown op succeeds',
    inFrames(isCoded('UNKNOWN_OP'), ({ op, reqId }) => ({ op, reqId, success: true })),
  ),
  breakageOfTalk('WSS-13', 'an unknown op closes the session', closingOn(isCoded('UNKNOWN_OP'), 1008, nothing)),
  breakageOfTalk(
    'WSS-13',
    'the first unknown op of a session is not answered',
    telling(() => {
      let n = 0;
      return (frame) => (isCoded('UNKNOWN_OP')(frame) && ++n === 1 ? undefined : frame);
    }),
  ),
  breakageOfTalk(
    'WSS-13',
    'an unknown op is taken for one that there is',
    saying(
      () => (frame, text) =>
        frame['op'] !== 'auth' && isText(frame['op']) && frame['op'].startsWith('touch')
          ? [JSON.stringify({ ...frame, op: 'auth' })]
          : [text],
    ),
  ),
  breakageOfTalk(
    'WSS-18',
    'a bad token is UNAUTHENTICATED',
    inFrames(isCoded('INVALID_TOKEN'), (frame) => ({ ...frame, code: 'UNAUTHENTICATED' })),
  ),
  breakageOfTalk(
    'WSS-18',
    'an owner away is OWNER_ABSENT',
    inFrames(isCoded('NOT_SERVING'), (frame) => ({ ...frame, code: 'OWNER_ABSENT' })),
  ),
  breakageOfTalk(
    'WSS-18',
    'an unknown op is UNAUTHENTICATED',
    inFrames(isCoded('UNKNOWN_OP'), (frame) => ({ ...frame, code: 'UNAUTHENTICATED' })),
  ),
  breakageOfTalk(
    'WSS-21',
    'no msgType',
    inFrames((frame) => 'event' in frame, less('msgType')),
  ),
  breakageOfTalk(
    'WSS-21',
    'msgType is a family',
    inFrames(
      (frame) => 'event' in frame,
      (frame) => ({ ...frame, msgType: 'session' }),
    ),
  ),
  breakageOfTalk(
    'WSS-21',
    'msgType in capitals',
    inFrames(isOpened, (frame) => ({ ...frame, msgType: 'SESSION_OPENED' })),
  ),
  breakageOfTalk('WSS-21', 'no event', inFrames(isOpened, less('event'))),
  breakageOfTalk(
    'WSS-21',
    'sessionExpiring under two names',
    inFrames(isExpiring, (frame) => ({ ...frame, msgType: 'sessionOpened' })),
  ),
  breakageOfTalk(
    'WSS-21',
    'sessionClosing under two names',
    inFrames(isClosing, (frame) => ({ ...frame, msgType: 'sessionClosed' })),
  ),
  breakageOfTalk(
    'WSS-22',
    'failedTopicIndex counts from one',
    inFrames(
      (frame) => 'failedTopicIndex' in frame,
      (frame) => ({ ...frame, failedTopicIndex: Number(frame['failedTopicIndex']) + 1 }),
    ),
  ),
  breakageOfTalk(
    'WSS-22',
    'a topic refusal names no index',
    inFrames(isCoded('UNKNOWN_TOPIC'), less('failedTopicIndex')),
  ),
  breakageOfTalk(
    'WSS-22',
    'failedTopicIndex is always nought',
    inFrames(
      (frame) => 'failedTopicIndex' in frame,
      (frame) => ({ ...frame, failedTopicIndex: 0 }),
    ),
  ),
  breakageOfTalk(
    'WSS-22',
    'failedTopicIndex as text',
    inFrames(
      (frame) => 'failedTopicIndex' in frame,
      (frame) => ({ ...frame, failedTopicIndex: String(frame['failedTopicIndex']) }),
    ),
  ),
  breakageOfTalk(
    'WSS-22',
    'failedTopicIndex inside its details',
    inFrames(
      (frame) => 'failedTopicIndex' in frame,
      ({ failedTopicIndex, ...frame }) => ({ ...frame, details: { failedTopicIndex } }),
    ),
  ),
];
