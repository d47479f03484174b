/**
 * Each known-bad client breaks exactly its rule under the schedule that found it (found.json; `npm run clients -- --write`), and
 * the good clients break none under a few. `npm run clients` is the whole of it: 50 schedules for each bad one, 300 for each good.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenIn, judgeClient } from '../../../conformance/clients/judge.ts';
import { CLIENT_RULES } from '../../../conformance/clients/rules.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { actsOf, singles } from '../../../scenarios/schedules/draw.ts';
import { kindNamed } from '../../../scenarios/schedules/kinds.ts';
import type { Schedule } from '../../../scenarios/schedules/schedule.ts';
import { judgeSession } from '../../cli/client/judge-session.ts';
import { BAD_CLIENTS } from './bad-clients.ts';
import { GOOD_CLIENTS } from './good-clients.ts';
import { runsBad, runsGood } from './judged-client.ts';

const found = JSON.parse(readFileSync(new URL('found.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;
const NONE: Schedule = { seed: 1, troubles: [] };
/** For what only several starts show. */
const STARTS = 10;

test('there is a known-bad client for each rule', () => {
  expect(BAD_CLIENTS.map(({ rule }) => rule).toSorted()).toEqual(CLIENT_RULES.map(({ id }) => id).toSorted());
  expect(new Set(BAD_CLIENTS.map(({ name }) => name)).size).toBe(BAD_CLIENTS.length);
});

test('rules name kinds of trouble that there are', () => {
  const strangers = CLIENT_RULES.flatMap(({ by }) => by).filter((name) => kindNamed(name) === undefined);
  expect(strangers).toEqual([]);
});

test.concurrent.each(BAD_CLIENTS)('$name is found by $rule', async (bad) => {
  const run = runsBad(bad);
  const kind = found[bad.name];
  const first = await run(NONE);
  const withKind = (name: string | undefined): Schedule =>
    singles(first, 1).find(({ troubles }) => troubles[0]?.kind === name) ?? NONE;
  if (kind !== undefined) {
    const start = kind === 'no trouble' ? first : await run(withKind(kind));
    expect(brokenIn(start, first)).toEqual([bad.rule]);
    return;
  }
  const over = withKind(CLIENT_RULES.find(({ id }) => id === bad.rule)?.by[0]);
  const starts = [first];
  // One after another: rules over several starts judge pauses, and starts side by side lengthen each other's.
  while (starts.length <= STARTS) starts.push(await run(over));
  expect(
    judgeClient(starts)
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ id }) => id),
  ).toEqual([bad.rule]);
});

test.concurrent.each(GOOD_CLIENTS)('$name breaks no rule', async ({ few, run }) => {
  const session = await judgeSession({ seed: 2, schedules: few, jobs: 2, run });
  expect(session.unfit).toBeUndefined();
  expect(session.failures.map(({ rule, start }) => ({ rule, schedule: start.schedule }))).toEqual([]);
});

test('every kind of trouble is one that a sandbox takes', async () => {
  const used = await runsGood(NONE);
  await using sandbox = await startSandbox({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
  const rules = singles(used, 1)
    .flatMap((schedule) => actsOf(schedule))
    .flatMap((act) => ('fault' in act ? [act.fault] : []));
  expect(rules).not.toEqual([]);
  for (const rule of rules)
    expect(() => sandbox.faults.add(rule as Parameters<typeof sandbox.faults.add>[0])).not.toThrow();
});
