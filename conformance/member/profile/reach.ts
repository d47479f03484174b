/** The first request to a target: checks that a gateway responds at all. */
import type { Exchange } from '../exchange/exchange.ts';
import { isAboutCertificate, isSigned } from '../exchange/foreign.ts';
import type { ForeignLedger } from '../exchange/foreign-ledger.ts';
import type { Session } from '../session.ts';
import type { Profile } from './profile.ts';
import { NoGateway, TargetProblem } from './target-problem.ts';

/** Some servers, Node among them, close a connection without a response if they require a client certificate. */
function hintOf(failure: string, { baseUrl, tls }: Profile): string {
  if (!baseUrl.startsWith('https:') || !failure.includes('reset')) return '';
  return `; if it asks for a client certificate, ${mendOfCertificate(tls)}`;
}

function mendOfCertificate(tls: Profile['tls']): string {
  return tls?.cert === undefined ? 'name one in tls.cert and tls.key' : 'mend tls.cert';
}

/** What to do about a target whose answers are not a gateway's. `what`: such as `404 text/plain`. */
export function isNoGateway({ baseUrl }: Pick<Profile, 'baseUrl'>, what: string): string {
  const isUp = /^(429|5)/.test(what) ? ' and whether the gateway is up' : '';
  return `${baseUrl} is no gateway: GET /me was answered ${what}; check baseUrl${isUp}: no route of a gateway answers there`;
}

/** Accepts any response of a member; checks judge its content. Throws a TargetProblem. */
export async function reach(profile: Profile, session: Session, ledger: ForeignLedger): Promise<void> {
  const answer = await session.anonymous.get('/me');
  const { failure } = answer;
  if (isAboutCertificate(answer)) {
    const words = `${profile.baseUrl} asks for a client certificate (${answer.foreign})`;
    throw new TargetProblem(`${words}; ${mendOfCertificate(profile.tls)}`);
  }
  if (failure !== null)
    throw new TargetProblem(`the target at ${profile.baseUrl} does not answer: ${failure}${hintOf(failure, profile)}`);
  if (answer.foreign !== undefined) {
    // A firewall may refuse requests without a token.
    const [first] = session.actors.values();
    const again = (await first?.get('/me')) ?? answer;
    if (again.foreign !== undefined || again.failure !== null)
      throw new NoGateway(isNoGateway(profile, answer.foreign));
  }
  if (isBareRefusal(answer)) await learnWhoseBareRefusalsAre(session, ledger);
}

const PROBES = 2;

/** A refusal with a member's status, but without envelope and X-Request-Id. */
function isBareRefusal(e: Exchange): boolean {
  return e.response !== null && [400, 401, 403, 404, 405].includes(e.response.status) && !isSigned(e.response);
}

/**
 * Probes the member's refusals. If all of them lack envelope and X-Request-Id, the member violates the rules of
 * refusals, and its responses must not count as foreign.
 */
async function learnWhoseBareRefusalsAre({ actors, anonymous }: Session, ledger: ForeignLedger): Promise<void> {
  const reader = actors.values().next().value ?? anonymous;
  for (let probe = 0; probe < PROBES; probe += 1) {
    if (!isBareRefusal(await anonymous.get('/me'))) return;
    if (!isBareRefusal(await reader.get('/touchstone-probes-an-unknown-route'))) return;
  }
  ledger.areBareOnesOwn = true;
  ledger.forget();
}
