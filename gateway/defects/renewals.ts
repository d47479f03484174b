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
import { defectOfFrames } from './defect.ts';

const S = 1_000_000_000n;
const ownToken = (bearer: string | undefined): string => (bearer ?? '').replace(/^bearer +/i, '');
const tokenIn = (frame: Json): unknown =>
  frame['op'] === 'auth' ? (frame['params'] as Json | undefined)?.['token'] : undefined;
/** Replaces a matching token by the token of the handshake. */
const takingTokens = (fits: (token: string, own: string) => boolean) =>
  changeSent(({ request }) => (frame, text) => {
    const [token, own] = [tokenIn(frame), ownToken(bearerOf(request))];
    return typeof token === 'string' && token !== own && fits(token, own)
      ? [JSON.stringify({ ...frame, params: { token: own } })]
      : [text];
  });
const part = (token: string, n: number): string => token.split('.')[n] ?? '';
const headerOf = (token: string): string => Buffer.from(part(token, 0), 'base64url').toString();
const claimOf = (token: string, name: string): string | undefined =>
  JSON.stringify(frameOf(Buffer.from(part(token, 1), 'base64url').toString())?.[name]);
const expOf = (token: string): number => Number(claimOf(token, 'exp'));
const isOfAnother = (token: string, own: string): boolean =>
  token.split('.').length === 3 && holderOf(token) !== holderOf(own);
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
      const claims: unknown = JSON.parse(
        Buffer.from(part(String(tokenIn(frame)), 1), 'base64url').toString() || 'null',
      );
      if (claims === null) return [text];
      const expiresAtNs = String(BigInt(Math.floor(Number((claims as Json)['exp']))) * S);
      talk.toClient(
        JSON.stringify({ op: 'auth', reqId: frame['reqId'], success: true, session: { capabilities, expiresAtNs } }),
      );
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
export const RENEWALS_DEFECTS = [
  defectOfFrames(
    'WSS-08',
    'op auth is refused',
    inFrames(isGranted, (frame) => refusalTo(frame, 'INVALID_TOKEN')),
  ),
  defectOfFrames(
    'WSS-08',
    'op auth is an unknown op',
    inFrames(isGranted, (frame) => refusalTo(frame, 'UNKNOWN_OP')),
  ),
  defectOfFrames('WSS-08', 'op auth is not answered', inFrames(isGranted, nothing)),
  defectOfFrames('WSS-08', 'op auth answers no grant', inFrames(isGranted, less('session'))),
  defectOfFrames(
    'WSS-08',
    'op auth answers its grant under another name',
    inFrames(isGranted, ({ session, ...frame }) => ({ ...frame, grant: session })),
  ),
  defectOfFrames(
    'WSS-08',
    'op auth answers its grant outside a session',
    inFrames(isGranted, ({ session, ...frame }) => ({ ...frame, ...(session as Json) })),
  ),
  defectOfFrames(
    'WSS-08',
    'op auth answers its grant without a time',
    inFrames(isGranted, (frame) => ({ ...frame, session: less('expiresAtNs')(frame['session'] as Json) })),
  ),
  defectOfFrames('WSS-08', 'op auth says not whether it succeeded', inFrames(isGranted, less('success'))),
  defectOfFrames(
    'WSS-08',
    'op auth succeeds in a text',
    inFrames(isGranted, (frame) => ({ ...frame, success: 'true' })),
  ),
  defectOfFrames(
    'WSS-08',
    'op auth is answered under another op',
    inFrames(isGranted, (frame) => ({ ...frame, op: 'authenticated' })),
  ),
  defectOfFrames(
    'WSS-08',
    'op auth is answered by an event',
    inFrames(isGranted, ({ session }) => ({ event: 'sessionOpened', msgType: 'sessionOpened', data: session })),
  ),
  defectOfFrames('WSS-08', 'op auth closes the session', closingOn(isGranted, 1000)),
  defectOfFrames('WSS-08', 'op auth renews nothing', unrenewed),
  defectOfFrames(
    'WSS-08',
    'op auth answers the old expiry',
    changeFrames(() => {
      let first: unknown;
      return (frame) => {
        const grant = grantOf(frame);
        first ??= grant?.['expiresAtNs'];
        return isGranted(frame) ? { ...frame, session: { ...grant, expiresAtNs: first } } : frame;
      };
    }),
  ),
  defectOfFrames(
    'WSS-08',
    'op auth is taken in the last minute alone',
    changeFrames(() => {
      let isLast = false;
      return (frame) => {
        isLast ||= isExpiring(frame);
        return isGranted(frame) && !isLast ? refusalTo(frame, 'RATE_LIMITED_BY_ITSELF') : frame;
      };
    }),
  ),
  defectOfFrames(
    'WSS-08',
    'op auth is taken once',
    changeFrames(() => {
      let n = 0;
      return (frame) => (isGranted(frame) && ++n > 1 ? refusalTo(frame, 'INVALID_TOKEN') : frame);
    }),
  ),
  defectOfFrames('WSS-09', 'any principal renews', takingTokens(isOfAnother)),
  defectOfFrames(
    'WSS-09',
    'a colleague renews',
    takingTokens((token, own) => isOfAnother(token, own) && orgOf(token) === orgOf(own)),
  ),
  defectOfFrames(
    'WSS-09',
    'a stranger renews',
    takingTokens((token, own) => isOfAnother(token, own) && orgOf(token) !== orgOf(own)),
  ),
  defectOfFrames(
    'WSS-09',
    'the same subject of another organisation renews',
    takingTokens((token, own) => isOfAnother(token, own) && claimOf(token, 'sub') === claimOf(own, 'sub')),
  ),
  defectOfFrames(
    'WSS-09',
    'another principal has an invalid token',
    inFrames(isForbidden, (frame) => ({ ...frame, code: 'INVALID_TOKEN' })),
  ),
  defectOfFrames(
    'WSS-09',
    'another principal lacks a capability',
    inFrames(isForbidden, (frame) => ({ ...frame, code: 'FORBIDDEN_CAPABILITY' })),
  ),
  defectOfFrames('WSS-09', 'another principal closes the session', closingOn(isForbidden, 4003)),
  defectOfFrames('WSS-09', 'another principal is not answered', inFrames(isForbidden, nothing)),
  defectOfFrames('WSS-09', 'the session is of the other principal from then on', spoiledBy(isForbidden)),
  defectOfFrames('WSS-09', 'another principal renews, though refused', undying(true, isForbidden)),
  defectOfFrames(
    'WSS-09',
    'another principal ends the lease a minute early',
    changeFrames(() => {
      let isOver = false;
      return (frame, talk) => {
        isOver ||= isForbidden(frame);
        if (isOver && isExpiring(frame)) talk.closeClient(LAPSED);
        return frame;
      };
    }),
  ),
  defectOfFrames(
    'WSS-10',
    'any token renews',
    takingTokens(() => true),
  ),
  defectOfFrames(
    'WSS-10',
    'a token with a wrong signature renews',
    takingTokens((token, own) => part(token, 0) === part(own, 0) && part(token, 1) === part(own, 1)),
  ),
  defectOfFrames(
    'WSS-10',
    'a token with claims of its own renews',
    takingTokens((token, own) => part(token, 1) !== part(own, 1) && part(token, 2) === part(own, 2)),
  ),
  defectOfFrames(
    'WSS-10',
    'a token without a signature renews',
    takingTokens((token) => part(token, 2) === ''),
  ),
  defectOfFrames(
    'WSS-10',
    'a token of alg none renews',
    takingTokens((token) => /"none"/i.test(headerOf(token))),
  ),
  defectOfFrames(
    'WSS-10',
    'a token of a secret renews',
    takingTokens((token) => headerOf(token).includes('HS256')),
  ),
  defectOfFrames(
    'WSS-10',
    'a token that brings its key renews',
    takingTokens((token) => headerOf(token).includes('"jwk"')),
  ),
  defectOfFrames(
    'WSS-10',
    'an expired token renews',
    takingTokens((token, own) => expOf(token) < expOf(own) - 60),
  ),
  defectOfFrames(
    'WSS-10',
    'a token of another audience renews',
    takingTokens((token, own) => claimOf(token, 'aud') !== claimOf(own, 'aud')),
  ),
  defectOfFrames(
    'WSS-10',
    'a token of another issuer renews',
    takingTokens((token, own) => claimOf(token, 'iss') !== claimOf(own, 'iss')),
  ),
  defectOfFrames(
    'WSS-10',
    'a token that is not yet good renews',
    takingTokens(
      (token, own) =>
        Number(JSON.parse(claimOf(token, 'nbf') ?? '0')) > Number(JSON.parse(claimOf(own, 'iat') ?? '0')) + 60,
    ),
  ),
  defectOfFrames(
    'WSS-10',
    'an invalid token is MALFORMED',
    inFrames(isInvalid, (frame) => ({ ...frame, code: 'MALFORMED' })),
  ),
  defectOfFrames(
    'WSS-10',
    'an invalid token is FORBIDDEN_PRINCIPAL',
    inFrames(isInvalid, (frame) => ({ ...frame, code: 'FORBIDDEN_PRINCIPAL' })),
  ),
  defectOfFrames(
    'WSS-10',
    'an invalid token in lower case',
    inFrames(isInvalid, (frame) => ({ ...frame, code: 'invalid_token' })),
  ),
  defectOfFrames('WSS-10', 'an invalid token closes the session', closingOn(isInvalid, 4001)),
  defectOfFrames('WSS-10', 'an invalid token closes the session without a word', closingOn(isInvalid, 1008, nothing)),
  defectOfFrames('WSS-10', 'an invalid token is not answered', inFrames(isInvalid, nothing)),
  defectOfFrames('WSS-10', 'after an invalid token nothing renews', spoiledBy(isInvalid)),
];
