/** Defects of renewals: the response and effect of op auth, by user and token. */
import {
  changeFrames,
  changeSent,
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
const claimOf = (token: string, name: string): string | undefined => JSON.stringify(frameOf(Buffer.from(part(token, 1), 'base64url').toString())?.[name]);
const isOfAnother = (token: string, own: string): boolean => token.split('.').length === 3 && holderOf(token) !== holderOf(own);

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
  ['WSS-08', 'op auth renews nothing', ofFrames(unrenewed)],
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
  [
    'WSS-09',
    'the same subject of another organisation renews',
    ofFrames(takingTokens((token, own) => isOfAnother(token, own) && claimOf(token, 'sub') === claimOf(own, 'sub'))),
  ],
  ['WSS-09', 'another principal lacks a capability', ofFrames(inFrames(isForbidden, (frame) => ({ ...frame, code: 'FORBIDDEN_CAPABILITY' })))],
  ['WSS-09', 'another principal is not answered', ofFrames(inFrames(isForbidden, nothing))],
  ['WSS-09', 'the session is of the other principal from then on', ofFrames(spoiledBy(isForbidden))],
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
  [
    'WSS-10',
    'a token with a wrong signature renews',
    ofFrames(takingTokens((token, own) => part(token, 0) === part(own, 0) && part(token, 1) === part(own, 1))),
  ],
  ['WSS-10', 'a token of another audience renews', ofFrames(takingTokens((token, own) => claimOf(token, 'aud') !== claimOf(own, 'aud')))],
  ['WSS-10', 'an invalid token is MALFORMED', ofFrames(inFrames(isInvalid, (frame) => ({ ...frame, code: 'MALFORMED' })))],
  ['WSS-10 | WSS-12', 'an invalid token is not answered', ofFrames(inFrames(isInvalid, nothing))],
  ['WSS-10', 'after an invalid token nothing renews', ofFrames(spoiledBy(isInvalid))],
]);
