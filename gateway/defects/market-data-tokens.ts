/** Defects of op auth of the market data socket: which tokens it acknowledges. */
import { isRefused } from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import type { Json } from '../variations/layer.ts';
import { defectOfFrames } from './defect.ts';

/** Whether a frame refuses an op auth. */
export const isNotTaken = (frame: Json): boolean => isRefused(frame) && frame['op'] === 'auth';

/** Acknowledges an op auth with such a token, also where the gateway refuses it. */
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

export const MARKET_DATA_TOKENS_DEFECTS = [
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
  // Unlike the one above, also one that was good when it was issued.
  defectOfFrames(
    'MKT-03',
    'a token that was acknowledged before is acknowledged for ever',
    acknowledging((_, { exp }) => exp !== undefined),
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
];
