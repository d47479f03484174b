/**
 * Checks whether each principal of the profile is what its name says: by GET /me, and by one more read for those
 * that must be refused.
 */

import { SCOPES } from '../../contract/scopes.ts';
import { isAtLeast } from '../../contract/versions.ts';
import type { Actor } from '../../member/actor.ts';
import { errorCode, status } from '../../member/exchange/exchange.ts';
import type { PrincipalName } from '../../member/profile/principals.ts';
import { PRINCIPAL_NAMES, PRINCIPALS } from '../../member/profile/principals.ts';
import type { Profile } from '../../member/profile/profile.ts';
import { Unreached } from '../../member/sending/unreached.ts';
import type { Session } from '../../member/session.ts';
import type { Target } from '../../member/target.ts';
import { NoToken } from '../../member/tokens/tokens.ts';
import { cameInWords } from '../excuses/refusal-in-words.ts';
import type { Finding, Found } from './finding.ts';
import { doubtful, note, ok, readPatiently, wrong } from './finding.ts';
import type { OwnRow } from './own-row.ts';
import { ownRowOf } from './own-row.ts';

interface Claim {
  readonly holds: readonly string[];
  /** The contract version that added the capability that it holds. */
  readonly since?: string;
  /** It must hold no other named capability. */
  readonly alone?: true;
  /** Every read but GET /me is refused with 403 and this code. */
  readonly refused?: string;
  /** The principals whose organisation it must share, and those whose organisation it must not. */
  readonly sameOrgAs?: PrincipalName;
  readonly otherOrgThan?: PrincipalName;
}

const CLAIMS: Readonly<Record<PrincipalName, Claim>> = {
  admin: { holds: ['users:manage', 'orders:trade'] },
  trader: { holds: ['orders:trade'], alone: true, sameOrgAs: 'admin' },
  approver: { holds: ['credentials:approve'], sameOrgAs: 'admin' },
  viewer: { holds: [], alone: true, sameOrgAs: 'admin' },
  algoManager: { holds: ['algos:manage'], since: '0.7.0', sameOrgAs: 'admin' },
  outsider: { holds: ['users:manage'], otherOrgThan: 'admin' },
  awaiting: { holds: [], alone: true, refused: 'AWAITING_ADMISSION' },
  disabled: { holds: [], refused: 'FORBIDDEN_PRINCIPAL' },
  suspended: { holds: [], refused: 'ORG_NOT_ACTIVE' },
  throttled: { holds: ['orders:trade'] },
  deputy: { holds: ['users:manage', 'credentials:approve'], sameOrgAs: 'admin' },
};

type Rows = ReadonlyMap<PrincipalName, OwnRow>;

/** The profile's key for the secret or the token of a principal. */
function secretKeyOf(name: PrincipalName, profile: Profile): string {
  const entry = profile.principals[name] ?? {};
  const key = (['token', 'tokenEnv', 'tokenCommand', 'clientSecret', 'clientSecretEnv'] as const).find(
    (property) => entry[property] !== undefined,
  );
  return `principals.${name}.${key ?? 'clientSecret'}`;
}

function refusedToken(error: Unreached, name: PrincipalName, profile: Profile): Found {
  const isSecret = error instanceof NoToken && error.mend === `principals.${name}.clientSecret`;
  const key = !(error instanceof NoToken) || isSecret ? secretKeyOf(name, profile) : error.mend;
  return wrong(error.message, isSecret ? `principals.${name}.clientId and ${key}` : key);
}

function capabilitiesFound(name: PrincipalName, { capabilities }: OwnRow): Found | undefined {
  const { holds, alone } = CLAIMS[name];
  if (capabilities === undefined) return note('GET /me names no capabilities, so what it holds is not seen');
  const lacks = holds.filter((scope) => !capabilities.includes(scope));
  const others = alone ? SCOPES.filter((scope) => capabilities.includes(scope) && !holds.includes(scope)) : [];
  if (lacks.length === 0 && others.length === 0) return undefined;
  const wanted = `should hold ${holds.join(', ') || 'no capability'}${alone && holds.length > 0 ? ' alone' : ''}`;
  return wrong(`${wanted}; holds ${capabilities.join(', ') || 'none'}`, `the user or principals.${name}`);
}

function organisationFound(name: PrincipalName, own: OwnRow, rows: Rows, profile: Profile): Found | undefined {
  const { sameOrgAs, otherOrgThan } = CLAIMS[name];
  const stated = profile.principals[name];
  for (const [key, seen] of [
    ['org', own.orgId],
    ['userId', own.userId],
  ] as const) {
    const expected = stated?.[key];
    if (expected === undefined || seen === undefined || expected === seen) continue;
    return wrong(`its ${key} is ${seen} by GET /me, and ${expected} in the profile`, `principals.${name}.${key}`);
  }
  const other = sameOrgAs ?? otherOrgThan;
  const theirs = other === undefined ? undefined : rows.get(other);
  if (theirs?.orgId === undefined || own.orgId === undefined) return undefined;
  if (otherOrgThan !== undefined && theirs.orgId === own.orgId) {
    return wrong(`is of organisation ${own.orgId}, as ${other} is; it must be of another`, `principals.${name}`);
  }
  if (sameOrgAs !== undefined && theirs.orgId !== own.orgId) {
    const words = `is of organisation ${own.orgId}; ${other} is of ${theirs.orgId}, and both must be of one`;
    return wrong(words, `principals.${name}`);
  }
  const isOneUser = theirs.userId !== undefined && theirs.userId === own.userId;
  return isOneUser ? wrong(`is the same user as ${other}`, `principals.${name}`) : undefined;
}

/** A principal that must be refused: GET /me may be served to it (decision A5), so another read decides. */
async function refusedFound(code: string, actor: Actor, sleep: Examining['sleep']): Promise<Found | undefined> {
  const answer = await readPatiently(actor, '/accounts', sleep, { limit: 1 });
  const came = `GET /accounts ${cameInWords(answer)}`;
  if (status(answer) === 403 && errorCode(answer) === code) return undefined;
  if (status(answer) !== 200 && status(answer) !== 403)
    return note(`${came}: whether it is refused ${code} is not seen`);
  const found = doubtful(`${came}, and should be refused ${code}; mend the user or the profile`);
  return status(answer) === 200 ? { ...found, letIn: `${came}, and must be refused ${code}` } : found;
}

const TIMES = 3;
const PAUSE_MS = 500;

/** Throws the last NoToken: an issuer that does not answer may do so soon. */
async function insistOnToken(actor: Actor, sleep: Examining['sleep']): Promise<void> {
  for (let times = 1; ; times += 1) {
    try {
      await actor.token();
      return;
    } catch (error) {
      const isPassing = error instanceof NoToken && error.mend === 'identity.tokenEndpoint';
      if (!isPassing || times === TIMES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

interface Examining {
  readonly profile: Profile;
  /** What GET /me served so far. */
  readonly rows: Map<PrincipalName, OwnRow>;
  readonly sleep: (ms: number) => Promise<void>;
}

async function principalFound(name: PrincipalName, actor: Actor, examining: Examining): Promise<Found> {
  const { profile, rows, sleep } = examining;
  const { refused } = CLAIMS[name];
  await insistOnToken(actor, sleep);
  const answer = await readPatiently(actor, '/me', sleep);
  const isRefusedAtOnce = refused !== undefined && status(answer) === 403 && errorCode(answer) === refused;
  if (isRefusedAtOnce) return ok(PRINCIPALS[name]);
  if (status(answer) === 401) {
    return wrong(`GET /me ${cameInWords(answer)}`, `${secretKeyOf(name, profile)} or identity.audience`);
  }
  if (status(answer) === 403 && errorCode(answer) !== undefined) {
    return wrong(
      `GET /me ${cameInWords(answer)}, which is not what ${PRINCIPALS[name]} gets`,
      `the user or principals.${name}`,
    );
  }
  const isAnswered = (status(answer) ?? 500) < 500 && status(answer) !== 429;
  if (status(answer) !== 200 && isAnswered) {
    return doubtful(`GET /me ${cameInWords(answer)}; mend baseUrl, the user or principals.${name}`);
  }
  if (status(answer) !== 200) return note(`GET /me ${cameInWords(answer)}: what it may do is not seen`);
  const own = ownRowOf(answer);
  rows.set(name, own);
  // For a principal that is refused everywhere else, the row of GET /me proves nothing (decision A5).
  const organisation = refused === undefined ? organisationFound(name, own, rows, profile) : undefined;
  const stands = organisation ?? capabilitiesFound(name, own);
  // What a principal that must be refused holds matters less than whether it is let in.
  if (stands !== undefined && (refused === undefined || stands.level === 'bad')) return stands;
  return (refused === undefined ? undefined : await refusedFound(refused, actor, sleep)) ?? ok(PRINCIPALS[name]);
}

/**
 * One finding for each principal, in the order of `PRINCIPALS`. Those of other organisations are known by the
 * organisation of admin, which is asked first.
 */
export async function examinePrincipals(
  session: Session,
  { profile, facts }: Pick<Target, 'profile' | 'facts'>,
  sleep: (ms: number) => Promise<void>,
): Promise<readonly Finding[]> {
  const examining = { profile, rows: new Map<PrincipalName, OwnRow>(), sleep };
  const foundOf = async (name: PrincipalName): Promise<Found> => {
    const actor = session.actors.get(name);
    if (actor === undefined) return note(`absent (${PRINCIPALS[name]})`);
    const { since } = CLAIMS[name];
    if (since !== undefined && !isAtLeast(facts.rest, since)) {
      return note(`not looked at: ${PRINCIPALS[name]} came with contract ${since}`);
    }
    try {
      return await principalFound(name, actor, examining);
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      return refusedToken(error, name, profile);
    }
  };
  const admin = foundOf('admin');
  await admin;
  return Promise.all(
    PRINCIPAL_NAMES.map(async (name) => ({ subject: name, ...(await (name === 'admin' ? admin : foundOf(name))) })),
  );
}
