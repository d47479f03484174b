/** Defects of the market data socket: its handshake, op auth, and frames before the acknowledgement. */
import {
  changeFrames,
  closingOn,
  inFrames,
  isAnswer,
  isGranted,
  isRefused,
  less,
  nothing,
} from '../variations/frame-changes.ts';
import { frameOf } from '../variations/frames.ts';
import { isHandshake, isTrading } from '../variations/handshakes.ts';
import { type HttpRequest, type Json, refusal } from '../variations/layer.ts';
import { defect, defectOfFrames } from './defect.ts';
import { isNotTaken } from './market-data-tokens.ts';

const isOfMarketData = (request: HttpRequest): boolean => isHandshake(request) && !isTrading(request);
const refusing = (status: number, code: string) =>
  defect(
    'MKT-01',
    `the market data handshake answers ${status}`,
    () => async (request, next) => (isOfMarketData(request) ? refusal(request, status, code) : next(request)),
  );

const isRefusedEarly = (frame: Json): boolean => isRefused(frame) && frame['op'] !== 'auth';
/** It names no instrument. */
const MARKET_STATUS = { event: 'marketStatus', msgType: 'marketStatus', data: { state: 'OPEN' } };
const QUOTE = { event: 'quote', msgType: 'quote', data: { instrument: 'BTC-USD', bid: '1', ask: '2' } };

export const MARKET_DATA_DEFECTS = [
  refusing(401, 'UNAUTHENTICATED'),
  refusing(400, 'MALFORMED_REQUEST'),
  refusing(403, 'FORBIDDEN_PRINCIPAL'),
  refusing(404, 'NOT_FOUND'),
  defectOfFrames(
    'MKT-02',
    'a valid token is invalid',
    inFrames(isGranted, ({ op, reqId }) => ({ op, reqId, success: false, error: 'invalid_token' })),
  ),
  defectOfFrames('MKT-02', 'a valid token is not acknowledged', inFrames(isGranted, nothing)),
  defectOfFrames('MKT-02', 'the acknowledgement says not whether it succeeded', inFrames(isGranted, less('success'))),
  defectOfFrames(
    'MKT-02',
    'the acknowledgement succeeds in a text',
    inFrames(isGranted, (frame) => ({ ...frame, success: 'true' })),
  ),
  defectOfFrames(
    'MKT-02',
    'the acknowledgement says ok',
    inFrames(isGranted, ({ success, ...frame }) => ({ ...frame, ok: success })),
  ),
  defectOfFrames('MKT-02', 'a valid token closes the socket', closingOn(isGranted, 1000, nothing)),
  defectOfFrames(
    'MKT-02',
    'an invalid token is acknowledged',
    inFrames(isNotTaken, ({ op, reqId }) => ({ op, reqId, success: true })),
  ),
  defectOfFrames(
    'MKT-02',
    'an invalid token has another error',
    inFrames(isNotTaken, (frame) => ({ ...frame, error: 'unauthorized' })),
  ),
  defectOfFrames(
    'MKT-02',
    'an invalid token has its error in capitals',
    inFrames(isNotTaken, (frame) => ({ ...frame, error: 'INVALID_TOKEN' })),
  ),
  defectOfFrames('MKT-02', 'an invalid token has no error', inFrames(isNotTaken, less('error'))),
  defectOfFrames('MKT-02', 'an invalid token says not whether it succeeded', inFrames(isNotTaken, less('success'))),
  defectOfFrames(
    'MKT-02',
    'an invalid token closes the socket without an answer',
    closingOn(isNotTaken, 1008, nothing),
  ),
  defectOfFrames(
    'MKT-04',
    'a topic is subscribed before op auth',
    inFrames(
      (frame) => isRefusedEarly(frame) && frame['op'] === 'subscribe',
      ({ op, reqId }) => ({ op, reqId, success: true, topics: ['quotes:BTC-USD'] }),
    ),
  ),
  defectOfFrames(
    'MKT-04',
    'any op succeeds before op auth',
    inFrames(isRefusedEarly, ({ op, reqId }) => ({ op, reqId, success: true })),
  ),
  defectOfFrames(
    'MKT-04',
    'what was subscribed before op auth is told',
    changeFrames(() => {
      let isAsked = false;
      return (frame) => {
        isAsked ||= isRefusedEarly(frame) && frame['op'] === 'subscribe';
        return isAsked && isAnswer(frame) ? [frame, QUOTE] : frame;
      };
    }),
  ),
  defectOfFrames('MKT-04', 'quotes come with the opening', () => (talk) => {
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
  ...(['before op auth', 'between op auth and its acknowledgement'] as const).map((when, i) =>
    defectOfFrames('MKT-04', `the state of markets is sent ${when}`, () => (talk) => {
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
  ),
  defectOfFrames(
    'MKT-04',
    'who was refused is told of markets all the same',
    inFrames(isNotTaken, (frame) => [frame, QUOTE]),
  ),
];
