/** Members whose op auth takes a token that does not verify, or does something else than to say so (WSS-10). */
import type { Defect } from '../defect.ts';
import { closingBehind, refusedInstead } from './answers-to-auth.ts';

const HOUR_S = 3_600;

type Claims = Readonly<Record<string, unknown>>;

/** What stands in a token, whoever wrote it. */
function readOf(bearer: string): Claims {
  try {
    return JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  } catch {
    return {};
  }
}

/** Takes on the trading socket what does not verify, where `isTaken` says so. */
function taking(isTaken: (claims: Claims, nowS: number) => boolean): NonNullable<Defect['session']> {
  return (good) => ({
    ...good,
    async verify(services, bearer, socket) {
      try {
        return await good.verify(services, bearer, socket);
      } catch (refusal) {
        const claims = readOf(bearer);
        const nowS = Number(services.clock.nowNs() / 1_000_000_000n);
        const { org_id: externalOrgId, sub: subject } = claims;
        if (typeof externalOrgId !== 'string' || typeof subject !== 'string') throw refusal;
        if (socket !== 'trading' || !isTaken(claims, nowS)) throw refusal;
        return { externalOrgId, subject, expiresAtS: nowS + HOUR_S };
      }
    },
  });
}

export const OTHER_TOKENS: readonly Defect[] = [
  {
    name: 'takes-a-forged-token-on-a-session',
    breaks: ['WSS-10'],
    story: 'op auth reads the token and does not verify its signature',
    session: taking(({ exp, nbf }, nowS) => Number(exp) > nowS && !(Number(nbf) > nowS)),
  },
  {
    name: 'takes-an-expired-token-on-a-session',
    breaks: ['WSS-10'],
    story: 'op auth does not look when the token expired',
    session: taking(({ exp }, nowS) => Number(exp) <= nowS),
  },
  {
    name: 'calls-an-invalid-token-forbidden',
    breaks: ['WSS-10'],
    story: 'op auth with a token that does not verify is refused FORBIDDEN_PRINCIPAL',
    frame: refusedInstead('INVALID_TOKEN', 'FORBIDDEN_PRINCIPAL'),
  },
  {
    name: 'calls-an-invalid-token-malformed',
    breaks: ['WSS-10'],
    story: 'op auth with a token that does not verify is refused MALFORMED',
    frame: refusedInstead('INVALID_TOKEN', 'MALFORMED'),
  },
  {
    name: 'closes-on-a-forged-token',
    breaks: ['WSS-10'],
    story: 'refuses a token that is signed by somebody else, and closes the session',
    stages: closingBehind(({ code }, asked) => code === 'INVALID_TOKEN' && /"token":"[^"]+\.[^"]*\./.test(asked)),
  },
];
