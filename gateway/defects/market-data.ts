/** Defects of the market data socket: its handshake, op auth, and frames before the acknowledgement. */
import { changeFrames, closingOn, inFrames, isAnswer, isGranted, isRefused, less, nothing } from '../variations/frame-changes.ts';
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
const QUOTE = { event: 'quote', msgType: 'quote', data: { instrument: 'BTC-USD', bid: '1', ask: '2' } };

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
  ['MKT-02', 'a valid token is not acknowledged', ofFrames(inFrames(isGranted, nothing))],
  ['MKT-02', 'a valid token closes the socket', ofFrames(closingOn(isGranted, 1000, nothing))],
  [
    'MKT-02 | MKT-03 WSS-09 WSS-10 WSS-12',
    'an invalid token is acknowledged',
    ofFrames(inFrames(isNotTaken, ({ op, reqId }) => ({ op, reqId, success: true }))),
  ],
  ['MKT-02', 'an invalid token has no error', ofFrames(inFrames(isNotTaken, less('error')))],
  ['MKT-02', 'an invalid token closes the socket without an answer', ofFrames(closingOn(isNotTaken, 1008, nothing))],
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
  [
    'MKT-04',
    'what was subscribed before op auth is told',
    ofFrames(
      changeFrames(() => {
        let isAsked = false;
        return (frame) => {
          isAsked ||= isRefusedEarly(frame) && frame['op'] === 'subscribe';
          return isAsked && isAnswer(frame) ? [frame, QUOTE] : frame;
        };
      }),
    ),
  ],
  [
    'MKT-04 | WSS-03 WSS-14',
    'quotes come with the opening',
    ofFrames(() => (talk) => {
      let isFirst = true;
      return {
        down(text) {
          const quote = isFirst ? [JSON.stringify(QUOTE)] : [];
          isFirst = false;
          return [...quote, text];
        },
        up: (text) => {
          if (isFirst) talk.toClient(JSON.stringify(QUOTE));
          isFirst = false;
          return [text];
        },
      };
    }),
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
