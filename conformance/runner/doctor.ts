/**
 * Checks whether a profile is suited to judge a target: one line for each finding, with what to do. Nothing is
 * written to the target.
 */
import { PRINCIPAL_NAMES } from '../member/profile/principals.ts';
import { FIXTURE_NAMES } from '../member/profile/profile.ts';
import type { Target } from '../member/target.ts';
import type { ExpiredToken } from '../member/tokens/token-expiry.ts';
import { expiredInWords } from '../member/tokens/token-expiry.ts';
import type { Check } from './check.ts';
import { examineCompleteness } from './doctor/completeness.ts';
import { examineClock, examineRoutes, examineSocket } from './doctor/connection.ts';
import type { Finding } from './doctor/finding.ts';
import { examineFixtures } from './doctor/fixtures.ts';
import { examineHooks } from './doctor/hooks.ts';
import { examinePrincipals } from './doctor/principals.ts';
import type { Stopwatch } from './stopwatch.ts';

export type { Finding } from './doctor/finding.ts';

/** What can be reported of a profile whose tokens have expired; nothing was sent. */
export function expiredFindings(tokens: readonly ExpiredToken[]): Finding[] {
  return tokens.map((token) => ({ level: 'bad', subject: token.principal, words: expiredInWords([token]) }));
}

/** Findings in the order in which to fix them. The target is connected, so it was reached. */
export async function examine(target: Target, checks: readonly Check[], stopwatch: Stopwatch): Promise<Finding[]> {
  const session = target.session();
  const me = await session.anonymous.get('/me');
  const routes = await examineRoutes(target, session, me);
  if (routes.level === 'bad') return [routes];
  return [
    routes,
    examineClock(target, me, stopwatch),
    await examineSocket('trading', target, session),
    await examineSocket('marketData', target, session),
    ...(await examinePrincipals(session, target, stopwatch.sleep)),
    ...(await examineFixtures(session, target, stopwatch.sleep)),
    ...examineHooks(target.profile, checks),
    ...examineCompleteness(target, checks),
  ];
}

/**
 * The quick form before a run: problems that no behaviour of the target explains, so that every check would be
 * judged with a wrong profile. Covers all principals, and the fixtures and sockets that the selected checks need.
 * Empty: continue. A principal that is let in where it must be refused may be the member's fault, which checks report:
 * no write is sent as it.
 */
export async function preflight(
  target: Target,
  checks: readonly Check[],
  stopwatch: Stopwatch,
): Promise<readonly Finding[]> {
  const session = target.session();
  const me = await session.anonymous.get('/me');
  const routes = await examineRoutes(target, session, me);
  if (routes.level === 'bad') return [routes];
  const needs = new Set(checks.flatMap((check) => check.needs));
  const fixtures = FIXTURE_NAMES.filter((name) => needs.has(name));
  const clock = examineClock(target, me, stopwatch);
  // Side by side: a distant target takes as long for all of them as for the longest.
  const found = await Promise.all([
    ...(needs.has('trading-socket') ? [examineSocket('trading', target, session)] : []),
    ...(needs.has('market-data-socket') ? [examineSocket('marketData', target, session)] : []),
    examinePrincipals(session, target, stopwatch.sleep),
    examineFixtures(session, target, stopwatch.sleep, fixtures),
  ]);
  const findings = [clock, ...found.flat()];
  for (const { subject, letIn } of findings) {
    const name = PRINCIPAL_NAMES.find((one) => one === subject);
    if (letIn !== undefined && name !== undefined) target.heldWrites.set(name, letIn);
  }
  return findings.filter(({ isCertain }) => isCertain === true);
}
