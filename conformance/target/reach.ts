/** The first request to a target: whether a gateway answers at all. */

import type { Exchange } from './exchange.ts';
import type { ForeignLedger } from './foreign-ledger.ts';
import type { Profile } from './profile.ts';
import type { Session } from './target.ts';
import { TargetProblem } from './target-problem.ts';
import { isBareRefusal, learnWhoseBareRefusalsAre } from './whose-bare-refusals.ts';

/** nginx lets TLS succeed and then answers 400 in words; others, Node among them, close the connection without any. */
function hintOf({ response, failure }: Pick<Exchange, 'response' | 'failure'>, { baseUrl, tls }: Profile): string {
  const isSaid = /\bSSL certificate\b/.test(response?.body ?? '');
  if (!baseUrl.startsWith('https:') || !(isSaid || failure?.includes('reset'))) return '';
  const what = tls?.cert === undefined ? 'name one in tls.cert and tls.key' : 'mend tls.cert';
  return isSaid ? `; it asks for a client certificate: ${what}` : `; if it asks for a client certificate, ${what}`;
}

/** Any answer of a member will do: what it should be is for checks to say. */
export async function reach(profile: Profile, session: Session, ledger: ForeignLedger): Promise<void> {
  const answer = await session.anonymous.get('/me');
  const { failure } = answer;
  if (isBareRefusal(answer)) await learnWhoseBareRefusalsAre(session, ledger);
  if (failure !== null)
    throw new TargetProblem(`the target at ${profile.baseUrl} does not answer: ${failure}${hintOf(answer, profile)}`);
  if (answer.foreign === undefined) return;
  // A firewall may turn away who sends no token.
  const [first] = session.actors.values();
  const second = (await first?.get('/me')) ?? answer;
  if (second.foreign === undefined) return;
  const hint = hintOf(second, profile);
  throw new TargetProblem(`${profile.baseUrl} is no gateway: GET /me was answered ${second.foreign}${hint}`);
}
