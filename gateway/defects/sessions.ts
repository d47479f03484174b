/** Defects of open sessions: what stays in them, what is removed from them, and the names of events. */
import { changeFrames, grantOf, inData, inFrames, isClosing, isEvent, isExpiring, isGranted, isOpened, less, nothing } from '../variations/frame-changes.ts';
import { isTrading } from '../variations/handshakes.ts';
import { refusal, routeOf } from '../variations/layer.ts';
import { defects, ofAnOlderMember, ofFrames, type Row } from './defect.ts';

const REVOKED = 4003;
/** Closes a revoked session with this code, or not at all. */
const closedWith = (code: number | undefined) => () => () => ({
  closing: (closed: number) => (closed === REVOKED ? code : closed),
});

export const SESSIONS_DEFECTS = defects([
  [
    'WSS-14',
    'who was revoked is greeted',
    ofFrames(
      inFrames(isClosing, (frame) => ({
        ...frame,
        event: 'sessionOpened',
        msgType: 'sessionOpened',
        data: { capabilities: [], expiresAtNs: '0' },
      })),
    ),
  ],
  ['WSS-14', 'who was revoked is told nothing', ofFrames(inFrames(isClosing, nothing))],
  ['WSS-14', 'who was revoked is told no code', ofFrames(inFrames(isClosing, inData(less('code'))))],
  ['WSS-14', 'who was revoked is told more', ofFrames(inFrames(isClosing, (frame) => [frame, frame]))],
  ...[1008, 4001].map((code) => ['WSS-14', `who was revoked is closed with ${code}`, ofFrames(closedWith(code))] as const),

  ['WSS-14', 'who was revoked is not closed', ofFrames(closedWith(undefined))],
  // An order cannot show the grant of an open session here, because order operations are assumed.
  [
    'WSS-15',
    'op auth answers the grant of the opening',
    ofFrames(
      changeFrames(() => {
        let first: unknown;
        return (frame) => {
          const grant = grantOf(frame);
          if (isOpened(frame)) first = grant?.['capabilities'];
          return isGranted(frame) && first !== undefined ? { ...frame, session: { ...grant, capabilities: first } } : frame;
        };
      }),
    ),
  ],
  [
    'WSS-17 | WSS-08',
    'op auth drops what was subscribed',
    ofFrames(
      changeFrames(() => {
        let isRenewed = false;
        return (frame) => {
          isRenewed ||= isGranted(frame);
          return isRenewed && 'event' in frame ? undefined : frame;
        };
      }),
    ),
  ],
  ...ofAnOlderMember([
    [
      'WSS-20',
      'an older handshake owes a credential',
      () => async (request, next) => (isTrading(request) ? refusal(request, 401, 'UNAUTHENTICATED') : next(request)),
    ],
    [
      'TKT-13',
      'an older member mints tickets',
      () => async (request, next) => {
        const response = await next(request);
        const body = JSON.stringify({
          ticket: 'older-than-tickets',
          expiresAtNs: '1767571300000000000',
          stream: 'trading',
        });
        return routeOf(request) === 'POST /v1/ws-tickets' ? { ...response, status: 200, body } : response;
      },
    ],
    ...[405, 503].map(
      (status): Row => [
        'TKT-13',
        `an older member answers ${status} of tickets`,
        () => async (request, next) => {
          const response = await next(request);
          return routeOf(request) === 'POST /v1/ws-tickets' ? { ...response, status } : response;
        },
      ],
    ),
  ]),
  ['WSS-21 | WSS-03', 'no msgType', ofFrames(inFrames((frame) => 'event' in frame, less('msgType')))],
  ['WSS-21', 'orderUpdated has no msgType', ofFrames(inFrames(isEvent('orderUpdated'), less('msgType')))],
  ['WSS-21 | WSS-03', 'no event', ofFrames(inFrames(isOpened, less('event')))],
  ['WSS-21', 'sessionExpiring under two names', ofFrames(inFrames(isExpiring, (frame) => ({ ...frame, msgType: 'sessionOpened' })))],
  ['WSS-21', 'sessionClosing under two names', ofFrames(inFrames(isClosing, (frame) => ({ ...frame, msgType: 'sessionClosed' })))],
]);
