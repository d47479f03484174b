/** The issuer as its callers see it: its keys and its token endpoint may be slow, unreachable or refusing. */
import type { JSONWebKeySet } from 'jose';
import type { TokenAnswer } from '../identity/client-credentials.ts';
import type { Issuer } from '../identity/issuer.ts';
import { FaultFailed, type Faults } from './faults.ts';
import { never } from './never.ts';

/** The public keys as one member fetches them. Rejects if the fetch fails; never settles if it is lost. */
export function keysPast(
  faults: Pick<Faults, 'at'>,
  issuer: Pick<Issuer, 'jwks'>,
): (member: string | undefined) => Promise<JSONWebKeySet> {
  return async (member) => {
    const outcome = await faults.at('jwks', { member });
    if (outcome?.act === 'fail') throw new FaultFailed('jwks');
    if (outcome?.act === 'drop') return never();
    return { keys: [...issuer.jwks.keys] };
  };
}

/** The token endpoint's error in place of a token; 'lost': no response; undefined: no fault. */
export async function tokenFault(faults: Pick<Faults, 'at'>): Promise<TokenAnswer | 'lost' | undefined> {
  const outcome = await faults.at('token', {});
  switch (outcome?.act) {
    case 'drop':
      return 'lost';
    case 'fail':
      return answer(503, 'temporarily_unavailable', 'a fault of the sandbox: ask again');
    case 'refuse':
      return answer(
        outcome.code === 'INVALID_CLIENT' ? 401 : 400,
        outcome.code.toLowerCase(),
        'refused by a fault of the sandbox',
      );
    default:
      return undefined;
  }
}

function answer(status: TokenAnswer['status'], error: string, description: string): TokenAnswer {
  const retry = status === 503 ? { 'Retry-After': '1' } : {};
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Basic realm="touchstone", charset="UTF-8"' } : {};
  return {
    status,
    headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache', ...retry, ...challenge },
    body: { error, error_description: description },
  };
}
