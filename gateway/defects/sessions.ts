/** Defects of open sessions: what stays in them, what is removed from them, and the names of events. */
import {
  changeFrames,
  changeSent,
  closingOn,
  grantOf,
  inData,
  inFrames,
  isClosing,
  isEvent,
  isExpiring,
  isGranted,
  isOpened,
  less,
  nothing,
} from '../variations/frame-changes.ts';
import { frameOf } from '../variations/frames.ts';
import { isTrading } from '../variations/handshakes.ts';
import { type HttpResponse, refusal, routeOf } from '../variations/layer.ts';
import { defect, defectOfBoth, defectOfFrames, ofAnOlderMember } from './defect.ts';

const REVOKED = 4003;
/** Closes a revoked session with this code, or not at all. */
const closedWith = (code: number | undefined) => () => () => ({
  closing: (closed: number) => (closed === REVOKED ? code : closed),
});

export const SESSIONS_DEFECTS = [
  defectOfFrames(
    'WSS-14',
    'who was revoked is greeted',
    inFrames(isClosing, (frame) => ({
      ...frame,
      event: 'sessionOpened',
      msgType: 'sessionOpened',
      data: { capabilities: [], expiresAtNs: '0' },
    })),
  ),
  defectOfFrames(
    'WSS-14',
    'who was revoked is greeted first',
    inFrames(isClosing, (frame) => [
      { event: 'sessionOpened', msgType: 'sessionOpened', data: { capabilities: [], expiresAtNs: '0' } },
      frame,
    ]),
  ),
  defectOfFrames('WSS-14', 'who was revoked is told nothing', inFrames(isClosing, nothing)),
  defectOfFrames(
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
  defectOfFrames(
    'WSS-14',
    'who was revoked is told another code',
    inFrames(
      isClosing,
      inData((data) => ({ ...data, code: 'FORBIDDEN_PRINCIPAL' })),
    ),
  ),
  defectOfFrames('WSS-14', 'who was revoked is told no code', inFrames(isClosing, inData(less('code')))),
  defectOfFrames(
    'WSS-14',
    'who was revoked may try again',
    inFrames(
      isClosing,
      inData((data) => ({ ...data, retryable: true })),
    ),
  ),
  defectOfFrames(
    'WSS-14',
    'what the revoked are told stands beside data',
    inFrames(isClosing, ({ data, ...event }) => ({ ...event, ...(data as object) })),
  ),
  defectOfFrames(
    'WSS-14',
    'who was revoked is told more',
    inFrames(isClosing, (frame) => [frame, frame]),
  ),
  ...[1000, 1008, 4001].map((code) =>
    defectOfFrames('WSS-14', `who was revoked is closed with ${code}`, closedWith(code)),
  ),
  defectOfFrames('WSS-14', 'who was revoked before the first frame has a session', () => () => ({
    down: (text) => [
      isClosing(frameOf(text) ?? {})
        ? '{"event":"sessionOpened","msgType":"sessionOpened","data":{"capabilities":[],"expiresAtNs":"0"}}'
        : text,
    ],
    closing: (code) => (code === REVOKED ? undefined : code),
  })),
  defectOfFrames('WSS-14', 'who was revoked is not closed', closedWith(undefined)),
  // An order cannot show the grant of an open session here, because order operations are assumed.
  defectOfFrames(
    'WSS-15',
    'op auth answers the grant of the opening',
    changeFrames(() => {
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
  defectOfBoth('WSS-15', 'a restated user is told a new grant at once', () => {
    const tell = new Set<(text: string) => void>();
    return {
      layer: async (request, next) => {
        const response: HttpResponse = await next(request);
        const isRestated = routeOf(request).startsWith('PUT /users/') && response.status < 300;
        const data = { capabilities: [], expiresAtNs: '0' };
        if (isRestated)
          for (const to of tell) to(JSON.stringify({ event: 'sessionOpened', msgType: 'sessionOpened', data }));
        return response;
      },
      socket: ({ toClient }) => {
        tell.add(toClient);
        return {};
      },
    };
  }),
  defectOfBoth('WSS-15', 'a session ends with the capabilities that it was opened with', () => {
    const close = new Set<(code: number) => void>();
    return {
      layer: async (request, next) => {
        const response: HttpResponse = await next(request);
        if (routeOf(request).startsWith('PUT /users/') && response.status < 300) for (const end of close) end(4003);
        return response;
      },
      socket: ({ closeClient }) => {
        close.add(closeClient);
        return {};
      },
    };
  }),
  defectOfFrames(
    'WSS-17',
    'op auth drops what was subscribed',
    changeFrames(() => {
      let isRenewed = false;
      return (frame) => {
        isRenewed ||= isGranted(frame);
        return isRenewed && 'event' in frame ? undefined : frame;
      };
    }),
  ),
  defectOfFrames('WSS-17', 'op auth closes what was subscribed', closingOn(isGranted, 1012)),
  ...[
    defect(
      'WSS-20',
      'an older handshake owes a credential',
      () => async (request, next) => (isTrading(request) ? refusal(request, 401, 'UNAUTHENTICATED') : next(request)),
    ),
    defectOfFrames(
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
    defectOfFrames(
      'WSS-20',
      'an older session closes on op auth',
      changeSent(({ closeClient }) => (_, text) => {
        closeClient(1008);
        return [text];
      }),
    ),
    defect('TKT-13', 'an older member mints tickets', () => async (request, next) => {
      const response = await next(request);
      const body = JSON.stringify({
        ticket: 'older-than-tickets',
        expiresAtNs: '1767571300000000000',
        stream: 'trading',
      });
      return routeOf(request) === 'POST /v1/ws-tickets' ? { ...response, status: 200, body } : response;
    }),
    ...[405, 501, 503].map((status) =>
      defect('TKT-13', `an older member answers ${status} of tickets`, () => async (request, next) => {
        const response = await next(request);
        return routeOf(request) === 'POST /v1/ws-tickets' ? { ...response, status } : response;
      }),
    ),
  ].map(ofAnOlderMember),
  defectOfFrames(
    'WSS-21',
    'no msgType',
    inFrames((frame) => 'event' in frame, less('msgType')),
  ),
  defectOfFrames(
    'WSS-21',
    'msgType is a family',
    inFrames(
      (frame) => 'event' in frame,
      (frame) => ({ ...frame, msgType: 'session' }),
    ),
  ),
  defectOfFrames(
    'WSS-21',
    'msgType in capitals',
    inFrames(isOpened, (frame) => ({ ...frame, msgType: 'SESSION_OPENED' })),
  ),
  defectOfFrames('WSS-21', 'orderUpdated has no msgType', inFrames(isEvent('orderUpdated'), less('msgType'))),
  defectOfFrames(
    'WSS-21',
    'the msgType of orderUpdated is its topic',
    inFrames(isEvent('orderUpdated'), (frame) => ({ ...frame, msgType: 'orders' })),
  ),
  defectOfFrames('WSS-21', 'no event', inFrames(isOpened, less('event'))),
  defectOfFrames(
    'WSS-21',
    'sessionExpiring under two names',
    inFrames(isExpiring, (frame) => ({ ...frame, msgType: 'sessionOpened' })),
  ),
  defectOfFrames(
    'WSS-21',
    'sessionClosing under two names',
    inFrames(isClosing, (frame) => ({ ...frame, msgType: 'sessionClosed' })),
  ),
];
