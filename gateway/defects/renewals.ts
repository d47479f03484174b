/** Defects of renewals: the response and effect of op auth, by user and token. */
import {
  changeFrames,
  changeSent,
  closingOn,
  grantOf,
  inFrames,
  isCoded,
  isExpiring,
  isGranted,
  isOpened,
  LAPSED,
  less,
  nothing,
  refusalTo,
  undying,
} from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import { bearerOf, holderOf } from '../variations/handshakes.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

const S = 1_000_000_000n;
const ownToken = (bearer: string | undefined): string => (bearer ?? '').replace(/^bearer +/i, '');
const tokenIn = (frame: Json): unknown => (frame['op'] === 'auth' ? (frame['params'] as Json | undefined)?.['token'] : undefined);
/** Replaces a matching token by the token of the handshake. */
const takingTokens = (fits: (token: string, own: string) => boolean) =>
  changeSent(({ request }) => (frame, text) => {
    const [token, own] = [tokenIn(frame), ownToken(bearerOf(request))];
    return typeof token === 'string' && token !== own && fits(token, own) ? [JSON.stringify({ ...frame, params: { token: own } })] : [text];
  });
const part = (token: string, n: number): string => token.split('.')[n] ?? '';
const headerOf = (token: string): string => Buffer.from(part(token, 0), 'base64url').toString();
const claimOf = (token: string, name: string): string | undefined => JSON.stringify(frameOf(Buffer.from(part(token, 1), 'base64url').toString())?.[name]);
const expOf = (token: string): number => Number(claimOf(token, 'exp'));
const isOfAnother = (token: string, own: string): boolean => token.split('.').length === 3 && holderOf(token) !== holderOf(own);
const orgOf = (token: string): string => holderOf(token).split(' ')[0] ?? '';

/** Answers op auth without sending it to the gateway: the grant states the token's expiry, but the lease stays. */
const unrenewed = (): SocketLayer => (talk) => {
  let capabilities: unknown;
  return {
    down(text) {
      const frame = frameOf(text);
      if (frame !== undefined && isOpened(frame)) capabilities = grantOf(frame)?.['capabilities'];
      return [text];
    },
    up(text) {
      const frame = frameOf(text) ?? {};
      const claims: unknown = JSON.parse(Buffer.from(part(String(tokenIn(frame)), 1), 'base64url').toString() || 'null');
      if (claims === null) return [text];
      const expiresAtNs = String(BigInt(Math.floor(Number((claims as Json)['exp']))) * S);
      talk.toClient(JSON.stringify({ op: 'auth', reqId: frame['reqId'], success: true, session: { capabilities, expiresAtNs } }));
      return [];
    },
  };
};

const isForbidden = isCoded('FORBIDDEN_PRINCIPAL');
const isInvalid = isCoded('INVALID_TOKEN');
/** Refuses a valid op auth after a matching frame. */
const spoiledBy = (fits: (frame: Json) => boolean) =>
  changeFrames(() => {
    let isSpoiled = false;
    return (frame) => {
      isSpoiled ||= fits(frame);
      return isSpoiled && isGranted(frame) ? refusalTo(frame, 'FORBIDDEN_PRINCIPAL') : frame;
    };
  });
export const RENEWALS_DEFECTS = defects([
  ['WSS-08 | MKT-02 WSS-20', 'op auth is refused', ofFrames(inFrames(isGranted, (frame) => refusalTo(frame, 'INVALID_TOKEN')))],
  ['WSS-08', 'op auth is not answered', ofFrames(inFrames(isGranted, nothing))],
  ['WSS-08', 'op auth answers no grant', ofFrames(inFrames(isGranted, less('session')))],
  [
    'WSS-08',
    'op auth answers its grant without a time',
    ofFrames(inFrames(isGranted, (frame) => ({ ...frame, session: less('expiresAtNs')(frame['session'] as Json) }))),
  ],
  ['WSS-08', 'op auth closes the session', ofFrames(closingOn(isGranted, 1000))],
  ['WSS-08', 'op auth renews nothing', ofFrames(unrenewed)],
  [
    'WSS-08',
    'op auth answers the old expiry',
    ofFrames(
      changeFrames(() => {
        let first: unknown;
        return (frame) => {
          const grant = grantOf(frame);
          first ??= grant?.['expiresAtNs'];
          return isGranted(frame) ? { ...frame, session: { ...grant, expiresAtNs: first } } : frame;
        };
      }),
    ),
  ],
  [
    'WSS-08 | WSS-09 WSS-10',
    'op auth is taken once',
    ofFrames(
      changeFrames(() => {
        let n = 0;
        return (frame) => (isGranted(frame) && ++n > 1 ? refusalTo(frame, 'INVALID_TOKEN') : frame);
      }),
    ),
  ],
  ['WSS-09', 'any principal renews', ofFrames(takingTokens(isOfAnother))],
  ['WSS-09', 'a colleague renews', ofFrames(takingTokens((token, own) => isOfAnother(token, own) && orgOf(token) === orgOf(own)))],
  ['WSS-09', 'a stranger renews', ofFrames(takingTokens((token, own) => isOfAnother(token, own) && orgOf(token) !== orgOf(own)))],
  [
    'WSS-09',
    'the same subject of another organisation renews',
    ofFrames(takingTokens((token, own) => isOfAnother(token, own) && claimOf(token, 'sub') === claimOf(own, 'sub'))),
  ],
  ['WSS-09', 'another principal lacks a capability', ofFrames(inFrames(isForbidden, (frame) => ({ ...frame, code: 'FORBIDDEN_CAPABILITY' })))],
  ['WSS-09', 'another principal closes the session', ofFrames(closingOn(isForbidden, 4003))],
  ['WSS-09', 'another principal is not answered', ofFrames(inFrames(isForbidden, nothing))],
  ['WSS-09', 'the session is of the other principal from then on', ofFrames(spoiledBy(isForbidden))],
  ['WSS-09', 'another principal renews, though refused', ofFrames(undying(true, isForbidden))],
  [
    'WSS-09',
    'another principal ends the lease a minute early',
    ofFrames(
      changeFrames(() => {
        let isOver = false;
        return (frame, talk) => {
          isOver ||= isForbidden(frame);
          if (isOver && isExpiring(frame)) talk.closeClient(LAPSED);
          return frame;
        };
      }),
    ),
  ],
  ['WSS-10', 'any token renews', ofFrames(takingTokens(() => true))],
  [
    'WSS-10',
    'a token with a wrong signature renews',
    ofFrames(takingTokens((token, own) => part(token, 0) === part(own, 0) && part(token, 1) === part(own, 1))),
  ],
  [
    'WSS-10',
    'a token with claims of its own renews',
    ofFrames(takingTokens((token, own) => part(token, 1) !== part(own, 1) && part(token, 2) === part(own, 2))),
  ],
  ['WSS-10', 'a token without a signature renews', ofFrames(takingTokens((token) => part(token, 2) === ''))],
  ['WSS-10', 'a token of alg none renews', ofFrames(takingTokens((token) => /"none"/i.test(headerOf(token))))],
  ['WSS-10', 'a token of a secret renews', ofFrames(takingTokens((token) => headerOf(token).includes('HS256')))],
  ['WSS-10', 'a token that brings its key renews', ofFrames(takingTokens((token) => headerOf(token).includes('"jwk"')))],
  ['WSS-10', 'an expired token renews', ofFrames(takingTokens((token, own) => expOf(token) < expOf(own) - 60))],
  ['WSS-10', 'a token of another audience renews', ofFrames(takingTokens((token, own) => claimOf(token, 'aud') !== claimOf(own, 'aud')))],
  ['WSS-10', 'a token of another issuer renews', ofFrames(takingTokens((token, own) => claimOf(token, 'iss') !== claimOf(own, 'iss')))],
  [
    'WSS-10',
    'a token that is not yet good renews',
    ofFrames(takingTokens((token, own) => Number(JSON.parse(claimOf(token, 'nbf') ?? '0')) > Number(JSON.parse(claimOf(own, 'iat') ?? '0')) + 60)),
  ],
  ['WSS-10', 'an invalid token is MALFORMED', ofFrames(inFrames(isInvalid, (frame) => ({ ...frame, code: 'MALFORMED' })))],
  ['WSS-10', 'an invalid token closes the session', ofFrames(closingOn(isInvalid, 4001))],
  ['WSS-10', 'an invalid token closes the session without a word', ofFrames(closingOn(isInvalid, 1008, nothing))],
  ['WSS-10 | WSS-12', 'an invalid token is not answered', ofFrames(inFrames(isInvalid, nothing))],
  ['WSS-10', 'after an invalid token nothing renews', ofFrames(spoiledBy(isInvalid))],
]);
