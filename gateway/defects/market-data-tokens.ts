/** Defects of op auth of the market data socket: which tokens it acknowledges. */
import { isRefused } from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

/** Whether a frame refuses an op auth. */
export const isNotTaken = (frame: Json): boolean => isRefused(frame) && frame['op'] === 'auth';

/** Acknowledges an op auth with such a token even if the gateway refuses it. */
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

export const MARKET_DATA_TOKENS_DEFECTS = defects([
  ['MKT-03 | WSS-09 WSS-10', 'any token that says ES256 is acknowledged', ofFrames(acknowledging(({ alg }) => alg === 'ES256'))],
  ['MKT-03 | WSS-10', 'a token of alg none is acknowledged', ofFrames(acknowledging(({ alg }) => /^none$/i.test(String(alg))))],
  ['MKT-03 | WSS-10', 'a token without a signature is acknowledged', ofFrames(acknowledging((_, { sub }, signature) => sub !== undefined && signature === ''))],
  ['MKT-03 | WSS-10', 'a token of a secret is acknowledged', ofFrames(acknowledging(({ alg }) => alg === 'HS256'))],
  ['MKT-03 | WSS-10', 'a token that brings its key is acknowledged', ofFrames(acknowledging(({ jwk }) => jwk !== undefined))],
  ['MKT-03 | WSS-10', 'a token changed in its claims is acknowledged', ofFrames(acknowledging((_, { changed }) => changed === true))],
  ['MKT-03', 'an expired token is acknowledged', ofFrames(acknowledging((_, { exp }, __, issuedS) => Number(exp) < issuedS))],
  // Unlike the row above, this covers tokens that were valid when they were issued.
  ['MKT-03 | WSS-09 WSS-10', 'a token that was acknowledged before is acknowledged for ever', ofFrames(acknowledging((_, { exp }) => exp !== undefined))],
  ['MKT-03 | WSS-10', 'a token that is not yet good is acknowledged', ofFrames(acknowledging((_, { nbf }, __, issuedS) => Number(nbf) > issuedS + 60))],
  ['MKT-03 | WSS-10', 'a token of another audience is acknowledged', ofFrames(acknowledging((_, { aud }) => String(aud).includes('another')))],
  ['MKT-03', 'a token of no audience is acknowledged', ofFrames(acknowledging((_, { aud, sub }) => sub !== undefined && (aud === undefined || aud === null)))],
  ['MKT-03', 'a token of another issuer is acknowledged', ofFrames(acknowledging((_, { iss }) => String(iss).includes('elsewhere')))],
  ['MKT-03', 'a token of no issuer is acknowledged', ofFrames(acknowledging((_, { iss, sub }) => sub !== undefined && (iss === undefined || iss === null)))],
]);
