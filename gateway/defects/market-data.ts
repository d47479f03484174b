/** Defects of the market data socket: its handshake, op auth, and frames before the acknowledgement. */
import { inFrames, isGranted, isRefused, less } from '../variations/frame-changes.ts';
import { frameOf } from '../variations/frames.ts';
import { isHandshake, isTrading } from '../variations/handshakes.ts';
import { type HttpRequest, type Json, refusal } from '../variations/layer.ts';
import { defects, ofFrames, type Row } from './defect.ts';
import { isNotTaken } from './market-data-tokens.ts';

const isOfMarketData = (request: HttpRequest): boolean => isHandshake(request) && !isTrading(request);
const refusing = (status: number, code: string): Row => [
  'MKT-01',
  `the market data handshake answers ${status}`,
  () => async (request, next) => (isOfMarketData(request) ? refusal(request, status, code) : next(request)),
];

const isRefusedEarly = (frame: Json): boolean => isRefused(frame) && frame['op'] !== 'auth';
/** It names no instrument. */
const MARKET_STATUS = { event: 'marketStatus', msgType: 'marketStatus', data: { state: 'OPEN' } };

export const MARKET_DATA_DEFECTS = defects([
  refusing(401, 'UNAUTHENTICATED'),
  refusing(400, 'MALFORMED_REQUEST'),
  refusing(403, 'FORBIDDEN_PRINCIPAL'),
  refusing(404, 'NOT_FOUND'),
  [
    'MKT-02 | WSS-08 WSS-20',
    'a valid token is invalid',
    ofFrames(inFrames(isGranted, ({ op, reqId }) => ({ op, reqId, success: false, error: 'invalid_token' }))),
  ],
  ['MKT-02', 'an invalid token has no error', ofFrames(inFrames(isNotTaken, less('error')))],
  [
    'MKT-04',
    'a topic is subscribed before op auth',
    ofFrames(
      inFrames(
        (frame) => isRefusedEarly(frame) && frame['op'] === 'subscribe',
        ({ op, reqId }) => ({ op, reqId, success: true, topics: ['quotes:BTC-USD'] }),
      ),
    ),
  ],
  ...(['before op auth', 'between op auth and its acknowledgement'] as const).map(
    (when, i) =>
      [
        'MKT-04',
        `the state of markets is sent ${when}`,
        ofFrames(() => (talk) => {
          let messages = 0;
          return {
            up(text) {
              const isFirst = messages === 0;
              messages += 1;
              if (isFirst && talk.socket === 'market-data' && (i === 0 || frameOf(text)?.['op'] === 'auth')) {
                talk.toClient(JSON.stringify(MARKET_STATUS));
              }
              return [text];
            },
          };
        }),
      ] as const,
  ),
]);
