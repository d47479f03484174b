/** Checks whether the target's sockets and clock are as the profile says. */

import { isAtLeast, NEWEST_SOCKET } from '../../contract/versions.ts';
import { mendOfFailure } from '../../member/connection/failures.ts';
import type { SocketName } from '../../member/exchange/conversation.ts';
import { type Exchange, header, isOk, json, status } from '../../member/exchange/exchange.ts';
import { inWords } from '../../member/exchange/foreign.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { isNoGateway } from '../../member/profile/reach.ts';
import type { Session } from '../../member/session.ts';
import type { Target } from '../../member/target.ts';

import type { Stopwatch } from '../stopwatch.ts';
import type { Finding } from './finding.ts';
import { doubtful, note, ok, wrong } from './finding.ts';

/** A smaller difference is not reported; above the second value, the times of tokens mislead. */
const CLOSE_MS = 5_000;
const FAR_MS = 30_000;

/** From this version on, a trading socket requires a credential at its handshake; a market data socket never does. */
const GUARDED_SINCE = '1.4.0';

/**
 * What a handshake without a credential shows of an address that was swapped with the other socket's; '' where
 * nothing.
 */
function mistakenFor(name: SocketName, opens: boolean, stated: string | undefined): string {
  if (name === 'marketData') return opens ? '' : "is it the trading socket's address? mend sockets.marketData";
  if (!opens || !isAtLeast(stated ?? NEWEST_SOCKET, GUARDED_SINCE)) return '';
  const older = stated === undefined ? `, or state contract.socket where it is before ${GUARDED_SINCE}` : '';
  return `is it the market data socket's address? mend sockets.trading${older}`;
}

/**
 * Whether requests are routed by path there; `answer`: to GET /me without a token. A member answers GET /me with the caller's row or a refusal of the caller,
 * and an unknown path with 404; one status for all means an ingress without a route, or another server. A 401 to all may
 * be a wrong secret, which is a finding of its principal.
 */
export async function examineRoutes(
  target: Target,
  { anonymous, actors }: Session,
  answer: Exchange,
): Promise<Finding> {
  const { profile, facts, document } = target;
  const { baseUrl } = profile;
  const version = facts.socket === undefined ? '' : `, socket ${facts.socket}`;
  const fine: Finding = { level: 'ok', subject: 'target', words: `${baseUrl}, contract ${facts.rest}${version}` };
  if (answer.response === null || status(answer) === 401) return fine;
  for (const caller of [anonymous, ...[...actors.values()].slice(0, 1)]) {
    for (const path of ['/me', '/touchstone-probes-an-unknown-route']) {
      if (status(await caller.get(path)) !== status(answer)) return fine;
    }
  }
  const published = await anonymous.get('/openapi.json');
  const isListed = [document, isOk(published) ? json(published) : undefined].some(
    (one) => asObject(asObject(one)['paths'])['/me'] !== undefined,
  );
  if (isListed) return fine;
  return { level: 'bad', subject: 'target', words: isNoGateway(profile, inWords(answer.response)), isCertain: true };
}

/** Whether its handshake is answered, and as a socket of its kind answers. */
export async function examineSocket(name: SocketName, target: Target, session: Session): Promise<Finding> {
  const subject = name === 'trading' ? 'trading socket' : 'market data socket';
  const address = target.profile.sockets?.[name];
  if (address === undefined) {
    return { subject, ...note(`no address in the profile (sockets.${name}): its checks are not exercised`) };
  }
  const handle = await session.anonymous.openSocket(name);
  await handle.close();
  const { failure, response } = handle.conversation();
  if (response === null) {
    const mend = mendOfFailure(failure ?? '');
    const words = `${address}: ${failure}`;
    return { subject, ...(mend === undefined ? doubtful(`${words}; mend sockets.${name}`) : wrong(words, mend)) };
  }
  // A path without a socket is reported like a path that is not served.
  if (response.status === 404) return { subject, ...wrong(`${address}: 404`, `sockets.${name}`) };
  const opens = response.status === 101;
  const came = opens ? 'opens without a credential' : `refuses whom it does not know with ${response.status}`;
  const mistaken = mistakenFor(name, opens, target.facts.socket);
  return { subject, ...(mistaken === '' ? ok(`${address} ${came}`) : doubtful(`${address} ${came}: ${mistaken}`)) };
}

/** Compares a real clock with this machine's, by the Date header of an answer that has just come. */
export function examineClock(target: Target, answer: Exchange, stopwatch: Stopwatch): Finding {
  const subject = 'clock';
  if (target.clockMode !== 'real') return { subject, ...ok(`${target.clockMode}, moved by the suite`) };
  const stated = header(answer, 'date');
  const theirsMs = stated === undefined ? Number.NaN : Date.parse(stated);
  if (Number.isNaN(theirsMs)) return { subject, ...note('the target states no Date, so it is not compared') };
  const offMs = Math.abs(theirsMs - (stopwatch.startedAtMs + stopwatch.nowMs()));
  const words = `${Math.round(offMs / 1000)} s off this machine's`;
  if (offMs <= CLOSE_MS) return { subject, ...ok(words) };
  const advice = note(`${words}; synchronise the two, or token times will mislead`);
  return offMs > FAR_MS ? { subject, ...advice, level: 'bad', isCertain: true } : { subject, ...advice };
}
