/** The market data socket, broken: its handshake, op auth, and what comes before its acknowledgement. */
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
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import { isHandshake, isTrading } from '../variations/handshakes.ts';
import { type HttpRequest, type Json, refusal } from '../variations/layer.ts';
import { defect, defectOfFrames } from './defect.ts';

const isOfMarketData = (request: HttpRequest): boolean => isHandshake(request) && !isTrading(request);
const refusing = (status: number, code: string) =>
  defect(
    'MKT-01',
    `the market data handshake answers ${status}`,
    () => async (request, next) => (isOfMarketData(request) ? refusal(request, status, code) : next(request)),
  );
const isNotTaken = (frame: Json): boolean => isRefused(frame) && frame['op'] === 'auth';

/** An op auth of such a token is acknowledged, whatever the gateway says of it. */
const acknowledging =
  (fits: (header: Json, claims: Json, signature: string, nowS: number) => boolean): (() => SocketLayer) =>
  () =>
  () => {
    const taken = new Set<unknown>();
    return {
      up(text) {
        const frame = frameOf(text);
        const token = String((frame?.['params'] as Json | undefined)?.['token']);
        const [header = '', claims = '', signature = ''] = token.split('.');
        const read = (part: string) => frameOf(Buffer.from(part, 'base64url').toString()) ?? {};
        const issuedS = Number(read(claims)['iat']);
        if (frame?.['op'] === 'auth' && fits(read(header), read(claims), signature, issuedS)) taken.add(frame['reqId']);
        return [text];
      },
      down(text) {
        const frame = frameOf(text);
        const isTaken = frame !== undefined && isNotTaken(frame) && taken.has(frame['reqId']);
        return [isTaken ? JSON.stringify({ op: 'auth', reqId: frame['reqId'], success: true }) : text];
      },
    };
  };
const isRefusedEarly = (frame: Json): boolean => isRefused(frame) && frame['op'] !== 'auth';
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
    'MKT-03',
    'any token that says ES256 is acknowledged',
    acknowledging(({ alg }) => alg === 'ES256'),
  ),
  defectOfFrames(
    'MKT-03',
    'any token is acknowledged',
    acknowledging(() => true),
  ),
  defectOfFrames(
    'MKT-03',
    'a token of alg none is acknowledged',
    acknowledging(({ alg }) => /^none$/i.test(String(alg))),
  ),
  defectOfFrames(
    'MKT-03',
    'a token without a signature is acknowledged',
    acknowledging((_, { sub }, signature) => sub !== undefined && signature === ''),
  ),
  defectOfFrames(
    'MKT-03',
    'a token of a secret is acknowledged',
    acknowledging(({ alg }) => alg === 'HS256'),
  ),
  defectOfFrames(
    'MKT-03',
    'a token that brings its key is acknowledged',
    acknowledging(({ jwk }) => jwk !== undefined),
  ),
  defectOfFrames(
    'MKT-03',
    'a token changed in its claims is acknowledged',
    acknowledging((_, { changed }) => changed === true),
  ),
  defectOfFrames(
    'MKT-03',
    'an expired token is acknowledged',
    acknowledging((_, { exp }, __, issuedS) => Number(exp) < issuedS),
  ),
  defectOfFrames(
    'MKT-03',
    'a token that is not yet good is acknowledged',
    acknowledging((_, { nbf }, __, issuedS) => Number(nbf) > issuedS + 60),
  ),
  defectOfFrames(
    'MKT-03',
    'a token of another audience is acknowledged',
    acknowledging((_, { aud }) => String(aud).includes('another')),
  ),
  defectOfFrames(
    'MKT-03',
    'a token of no audience is acknowledged',
    acknowledging((_, { aud, sub }) => sub !== undefined && (aud === undefined || aud === null)),
  ),
  defectOfFrames(
    'MKT-03',
    'a token of another issuer is acknowledged',
    acknowledging((_, { iss }) => String(iss).includes('elsewhere')),
  ),
  defectOfFrames(
    'MKT-03',
    'a token of no issuer is acknowledged',
    acknowledging((_, { iss, sub }) => sub !== undefined && (iss === undefined || iss === null)),
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
  defectOfFrames(
    'MKT-04',
    'who was refused is told of markets all the same',
    inFrames(isNotTaken, (frame) => [frame, QUOTE]),
  ),
];
