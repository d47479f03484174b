/** Is a profile fit to judge a target by: one finding a line, each with what to do. */

import { NEWEST_SOCKET } from '../contract/socket-versions.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { SocketName } from '../target/conversation.ts';
import type { Exchange } from '../target/exchange.ts';
import { errorCode, header, json, status } from '../target/exchange.ts';
import type { PrincipalName } from '../target/principals.ts';
import { PRINCIPALS } from '../target/principals.ts';
import { FIXTURE_NAMES } from '../target/profile.ts';
import type { Session, Target } from '../target/target.ts';
import type { ExpiredToken } from '../target/token-expiry.ts';
import { expiredInWords } from '../target/token-expiry.ts';
import { Unreached } from '../target/unreached.ts';
import type { Check } from './check.ts';
import { plan } from './plan.ts';
import type { Stopwatch } from './stopwatch.ts';

export interface Finding {
  /** `bad`: checks that rely on it would mislead. `note`: something will not be exercised. */
  readonly level: 'ok' | 'note' | 'bad';
  readonly subject: string;
  readonly words: string;
}

type Claim = (e: Exchange) => string | undefined;

/** Wherever GET /me keeps them: its shape beyond the three members is not published. */
function capabilitiesOf(value: unknown, depth = 2): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { capabilities } = value as { readonly capabilities?: unknown };
  if (Array.isArray(capabilities)) return capabilities;
  if (depth === 0) return undefined;
  for (const inner of Object.values(value)) {
    const found = capabilitiesOf(inner, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function served(wanted: string, holds: (capabilities: readonly unknown[]) => boolean): Claim {
  return (e) => {
    if (status(e) !== 200) return undefined;
    const capabilities = capabilitiesOf(json(e));
    if (capabilities === undefined) return 'GET /me names no capabilities';
    return holds(capabilities) ? '' : `should hold ${wanted}; holds ${capabilities.join(', ') || 'none'}`;
  };
}

/** '' where the claim holds, words where it does not, undefined where the answer is of another kind altogether. */
function refused(...codes: readonly string[]): Claim {
  return (e) => {
    if (status(e) === 403 && codes.includes(errorCode(e) ?? '')) return '';
    // GET /me may be served to them (decision A5): then nothing is known.
    return status(e) === 200 ? 'is served GET /me, so whether it is refused elsewhere is not seen here' : undefined;
  };
}

const CLAIMS: Readonly<Record<PrincipalName, Claim>> = {
  admin: served('every capability', (held) => held.includes('users:manage') && held.includes('orders:trade')),
  trader: served('orders:trade alone', (held) => held.length === 1 && held[0] === 'orders:trade'),
  approver: served('credentials:approve', (held) => held.includes('credentials:approve')),
  viewer: served('none', (held) => held.length === 0),
  algoManager: served('algos:manage', (held) => held.includes('algos:manage')),
  outsider: served('every capability', (held) => held.includes('users:manage')),
  awaiting: served('none', (held) => held.length === 0),
  disabled: refused('FORBIDDEN_PRINCIPAL'),
  suspended: refused('ORG_NOT_ACTIVE'),
  throttled: served('orders:trade', (held) => held.includes('orders:trade')),
  deputy: served('every capability', (held) => held.includes('users:manage') && held.includes('credentials:approve')),
};

async function principal(name: PrincipalName, session: Session): Promise<Finding> {
  const actor = session.actors.get(name);
  if (actor === undefined) return { level: 'note', subject: name, words: `absent (${PRINCIPALS[name]})` };
  try {
    const answer = await actor.get('/me');
    const words = CLAIMS[name](answer);
    if (words === '') return { level: 'ok', subject: name, words: PRINCIPALS[name] };
    const code = errorCode(answer);
    const came = answer.failure ?? `${status(answer)}${code === undefined ? '' : ` ${code}`}`;
    const told = words ?? `GET /me answered ${came}, which is not what ${PRINCIPALS[name]} gets`;
    return { level: 'bad', subject: name, words: `${told}; mend the user or the profile` };
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    return { level: 'bad', subject: name, words: `${error.message}; mend its clientId and clientSecret` };
  }
}

/** From this version on a trading socket asks for a credential at its handshake; a market data socket never does. */
const GUARDED_SINCE = '1.4.0';

/** What a handshake without a credential tells of an address that stands in the other one's place; '' where nothing. */
function mistakenFor(name: SocketName, opens: boolean, stated: string | undefined): string {
  if (name === 'marketData') return opens ? '' : "is it the trading socket's address? mend sockets.marketData";
  if (!opens || !isAtLeast(stated ?? NEWEST_SOCKET, GUARDED_SINCE)) return '';
  const older = stated === undefined ? `, or state contract.socket where it is before ${GUARDED_SINCE}` : '';
  return `is it the market data socket's address? mend sockets.trading${older}`;
}

/** Whether its handshake is answered at all, and as a socket of its kind answers. */
async function socket(name: SocketName, target: Target, session: Session): Promise<Finding> {
  const subject = name === 'trading' ? 'trading socket' : 'market data socket';
  const address = target.profile.sockets?.[name];
  if (address === undefined) {
    return {
      level: 'note',
      subject,
      words: `no address in the profile (sockets.${name}): its checks are not exercised`,
    };
  }
  const handle = await session.anonymous.openSocket(name);
  await handle.close();
  const { failure, response } = handle.conversation();
  if (response === null) return { level: 'bad', subject, words: `${address}: ${failure}; mend sockets.${name}` };
  // A path that is no socket's is no more than a path that nobody serves.
  if (response.status === 404) return { level: 'bad', subject, words: `${address}: 404; mend sockets.${name}` };
  const opens = response.status === 101;
  const came = opens ? 'opens without a credential' : `refuses whom it does not know with ${response.status}`;
  const mistaken = mistakenFor(name, opens, target.facts.socket);
  if (mistaken !== '') return { level: 'bad', subject, words: `${address} ${came}: ${mistaken}` };
  return { level: 'ok', subject, words: `${address} ${came}` };
}

const CLOSE_MS = 5_000;

async function clock(target: Target, session: Session, stopwatch: Stopwatch): Promise<Finding> {
  const subject = 'clock';
  if (target.clockMode !== 'real') return { level: 'ok', subject, words: `${target.clockMode}, moved by the suite` };
  const stated = header(await session.anonymous.get('/me'), 'date');
  const theirsMs = stated === undefined ? Number.NaN : Date.parse(stated);
  if (Number.isNaN(theirsMs))
    return { level: 'note', subject, words: 'the target states no Date, so it is not compared' };
  const offMs = Math.abs(theirsMs - (stopwatch.startedAtMs + stopwatch.nowMs()));
  const words = `${Math.round(offMs / 1000)} s off this machine's`;
  if (offMs <= CLOSE_MS) return { level: 'ok', subject, words };
  return { level: 'bad', subject, words: `${words}; synchronise the two, or token times will mislead` };
}

function completeness(target: Target, checks: readonly Check[]): Finding[] {
  const { profile, facts } = target;
  const { left } = plan(checks, { select: [], requirements: [], readOnly: false }, profile, facts, target.clockMode);
  const missing = left.filter((row) => row.verdict === 'not-exercised');
  const isOfSeveral = missing.some(({ reasons }) => reasons.length > 1);
  const byReason = Map.groupBy(
    missing.flatMap(({ reasons }) => reasons),
    (reason) => reason,
  );
  const commonestFirst = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  const fixtures = FIXTURE_NAMES.filter((name) => profile.fixtures?.[name] === undefined);
  return [
    missing.length === 0
      ? { level: 'ok', subject: 'profile', words: `complete for all ${checks.length} checks` }
      : {
          level: 'note',
          subject: 'profile',
          words: `${missing.length} of ${checks.length} checks cannot be exercised${isOfSeveral ? '; one that lacks several things is counted with each' : ''}`,
        },
    ...commonestFirst.map(
      ([reason, { length }]): Finding => ({
        level: 'note',
        subject: 'profile',
        words: `${reason}: ${length} ${length === 1 ? 'check' : 'checks'}`,
      }),
    ),
    ...(fixtures.length === 0
      ? []
      : [{ level: 'note', subject: 'fixtures', words: `absent: ${fixtures.join(', ')}` } as const]),
  ];
}

/** All that can be said of a profile whose tokens are spent; nothing was sent. */
export function expiredFindings(tokens: readonly ExpiredToken[]): Finding[] {
  return tokens.map((token) => ({ level: 'bad', subject: token.principal, words: expiredInWords([token]) }));
}

/** Findings in the order in which one would mend them. The target is connected, so it was reached. */
export async function examine(target: Target, checks: readonly Check[], stopwatch: Stopwatch): Promise<Finding[]> {
  const { rest, socket: socketContract } = target.facts;
  const session = target.session();
  const findings: Finding[] = [
    {
      level: 'ok',
      subject: 'target',
      words: `${target.profile.baseUrl}, contract ${rest}${socketContract === undefined ? '' : `, socket ${socketContract}`}`,
    },
    await clock(target, session, stopwatch),
    await socket('trading', target, session),
    await socket('marketData', target, session),
  ];
  for (const name of Object.keys(PRINCIPALS) as PrincipalName[]) findings.push(await principal(name, session));
  return [...findings, ...completeness(target, checks)];
}
