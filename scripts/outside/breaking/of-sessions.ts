/** Open sessions, broken: what is kept in them, what is taken from them, and how events are named. */
import type { Told } from '../proxy/telling.ts';
import { refusal, routeOf } from '../proxy/telling.ts';
import { breakage, breakageOfBoth, breakageOfTalk, ofAnOlderMember } from './breakage.ts';
import {
  closingOn,
  grantOf,
  inData,
  inFrames,
  isClosing,
  isExpiring,
  isGranted,
  isOpened,
  less,
  nothing,
  saying,
  telling,
} from './in-a-talk.ts';
import { isTrading } from './on-a-handshake.ts';

const REVOKED = 4003;
/** The client sees who was revoked closed with this code, or not at all. */
const closedWith = (code: number | undefined) => () => () => ({
  closing: (closed: number) => (closed === REVOKED ? code : closed),
});

export const OF_SESSIONS = [
  breakageOfTalk(
    'WSS-14',
    'who was revoked is greeted',
    inFrames(isClosing, (frame) => ({
      ...frame,
      event: 'sessionOpened',
      msgType: 'sessionOpened',
      data: { capabilities: [], expiresAtNs: '0' },
    })),
  ),
  breakageOfTalk(
    'WSS-14',
    'who was revoked is greeted first',
    inFrames(isClosing, (frame) => [
      { event: 'sessionOpened', msgType: 'sessionOpened', data: { capabilities: [], expiresAtNs: '0' } },
      frame,
    ]),
  ),
  breakageOfTalk('WSS-14', 'who was revoked is told nothing', inFrames(isClosing, nothing)),
  breakageOfTalk(
    'WSS-14',
    'who was revoked is refused as by an op',
    inFrames(isClosing, () => ({
      op: 'error',
      reqId: null,
      success: false,
      code: 'PRINCIPAL_REVOKED',
      message: 'no',
      retryable: false,
    })),
  ),
  breakageOfTalk(
    'WSS-14',
    'who was revoked is told another code',
    inFrames(
      isClosing,
      inData((data) => ({ ...data, code: 'FORBIDDEN_PRINCIPAL' })),
    ),
  ),
  breakageOfTalk('WSS-14', 'who was revoked is told no code', inFrames(isClosing, inData(less('code')))),
  breakageOfTalk(
    'WSS-14',
    'who was revoked may try again',
    inFrames(
      isClosing,
      inData((data) => ({ ...data, retryable: true })),
    ),
  ),
  breakageOfTalk(
    'WSS-14',
    'what the revoked are told stands beside data',
    inFrames(isClosing, ({ data, ...event }) => ({ ...event, ...(data as object) })),
  ),
  breakageOfTalk(
    'WSS-14',
    'who was revoked is told more',
    inFrames(isClosing, (frame) => [frame, frame]),
  ),
  ...[1000, 1008, 4001].map((code) =>
    breakageOfTalk('WSS-14', `who was revoked is closed with ${code}`, closedWith(code)),
  ),
  breakageOfTalk('WSS-14', 'who was revoked is not closed', closedWith(undefined)),
  // A grant that an order shows while it is open is not to be had here: order operations are assumed.
  breakageOfTalk(
    'WSS-15',
    'op auth answers the grant of the opening',
    telling(() => {
      let first: unknown;
      return (frame) => {
        const grant = grantOf(frame);
        if (isOpened(frame)) first = grant?.['capabilities'];
        return isGranted(frame) && first !== undefined
          ? { ...frame, session: { ...grant, capabilities: first } }
          : frame;
      };
    }),
  ),
  breakageOfBoth('WSS-15', 'a restated user is told a new grant at once', () => {
    const tell = new Set<(text: string) => void>();
    return {
      layer: async (one, next) => {
        const told: Told = await next(one);
        const isRestated = routeOf(one).startsWith('PUT /users/') && told.status < 300;
        const data = { capabilities: [], expiresAtNs: '0' };
        if (isRestated)
          for (const to of tell) to(JSON.stringify({ event: 'sessionOpened', msgType: 'sessionOpened', data }));
        return told;
      },
      socket: ({ toClient }) => {
        tell.add(toClient);
        return {};
      },
    };
  }),
  breakageOfBoth('WSS-15', 'a session ends with the capabilities that it was opened with', () => {
    const close = new Set<(code: number) => void>();
    return {
      layer: async (one, next) => {
        const told: Told = await next(one);
        if (routeOf(one).startsWith('PUT /users/') && told.status < 300) for (const end of close) end(4003);
        return told;
      },
      socket: ({ closeClient }) => {
        close.add(closeClient);
        return {};
      },
    };
  }),
  breakageOfTalk(
    'WSS-17',
    'op auth drops what was subscribed',
    telling(() => {
      let isRenewed = false;
      return (frame) => {
        isRenewed ||= isGranted(frame);
        return isRenewed && 'event' in frame ? undefined : frame;
      };
    }),
  ),
  breakageOfTalk('WSS-17', 'op auth closes what was subscribed', closingOn(isGranted, 1012)),
  ...[
    breakage(
      'WSS-20',
      'an older handshake owes a credential',
      () => async (one, next) => (isTrading(one) ? refusal(one, 401, 'UNAUTHENTICATED') : next(one)),
    ),
    breakageOfTalk(
      'WSS-20',
      'an older session takes no op auth',
      inFrames(isGranted, ({ op, reqId }) => ({
        op,
        reqId,
        success: false,
        code: 'UNKNOWN_OP',
        message: 'no',
        retryable: false,
      })),
    ),
    breakageOfTalk(
      'WSS-20',
      'an older session closes on op auth',
      saying(({ closeClient }) => (_, text) => {
        closeClient(1008);
        return [text];
      }),
    ),
    breakage('TKT-13', 'an older member mints tickets', () => async (one, next) => {
      const told = await next(one);
      const body = JSON.stringify({
        ticket: 'older-than-tickets',
        expiresAtNs: '1767571300000000000',
        stream: 'trading',
      });
      return routeOf(one) === 'POST /v1/ws-tickets' ? { ...told, status: 200, body } : told;
    }),
    ...[405, 501, 503].map((status) =>
      breakage('TKT-13', `an older member answers ${status} of tickets`, () => async (one, next) => {
        const told = await next(one);
        return routeOf(one) === 'POST /v1/ws-tickets' ? { ...told, status } : told;
      }),
    ),
  ].map(ofAnOlderMember),
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
];
