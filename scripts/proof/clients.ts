/**
 * `npm run clients`: which rule finds which known-bad client, after how many schedules, and how often its scenario fails again;
 * and that the good clients break none. Exits 1 if a known-bad client is not found within 50 schedules by exactly its rule, if
 * its scenario does not fail ten times of ten, or if a good client breaks a rule.
 *
 *     npm run clients -- [NAME]...          these known-bad clients alone
 *     npm run clients -- --bad              the known-bad clients alone
 *     npm run clients -- --good [N] [NAME]  the good clients alone, over N schedules each (300 unless stated)
 *     npm run clients -- --write            also writes the trouble that found each (clients/found.json), which CI plays
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brokenIn } from '../../conformance/clients/judge.ts';
import { judgeSession } from '../cli/client/judge-session.ts';
import { BAD_CLIENTS } from './clients/bad-clients.ts';
import type { BadClient } from './clients/bad-habits.ts';
import { GOOD_CLIENTS } from './clients/good-clients.ts';
import { runsBad } from './clients/judged-client.ts';

const MOST_SCHEDULES = 50;
const GOOD_SCHEDULES = 300;
const AT_ONCE = 4;
const SEED = 1;
const TIMES = 10;
const NO_TROUBLE = 'no trouble';

const given = process.argv.slice(2);
const names = given.filter((word) => !/^--|^\d+$/.test(word));
const found: Record<string, string> = {};

async function judgeBad(bad: BadClient): Promise<string> {
  const run = runsBad(bad);
  const session = await judgeSession({
    ...{ seed: SEED, schedules: MOST_SCHEDULES, jobs: AT_ONCE, run },
    enough: (failures) => failures.some(({ rule }) => rule === bad.rule),
  });
  const { failures, unfit } = session;
  // What only several starts show is found by no single schedule.
  const row = session.rows.find(({ id }) => id === bad.rule);
  const own = failures.find(({ rule }) => rule === bad.rule);
  const others = session.rows.filter(({ id, verdict }) => verdict === 'fail' && id !== bad.rule).map(({ id }) => id);
  const [first] = session.starts;
  const replays = own === undefined ? [] : await Promise.all(Array.from({ length: TIMES }, () => run(own.schedule)));
  const again = replays.filter((start) => first !== undefined && brokenIn(start, first).includes(bad.rule)).length;
  const isFound = row?.verdict === 'fail' && others.length === 0 && (own === undefined || again === TIMES);
  if (!isFound) process.exitCode = 1;
  const after = own?.after ?? session.starts.length - 1;
  const trouble = own?.schedule.troubles.map(({ kind }) => kind).join(' + ') || NO_TROUBLE;
  if (own !== undefined && own.schedule.troubles.length <= 1) found[bad.name] = trouble;
  const how = own === undefined ? 'seen over several starts' : `${trouble}, again ${again} of ${TIMES}`;
  return `${isFound ? 'found ' : 'MISSED'}  ${bad.rule}  ${bad.name.padEnd(32)}  after ${`${after}`.padStart(2)}  ${how}${others.length === 0 ? '' : `  also ${others.join(', ')}`}${unfit === undefined ? '' : `  unfit: ${unfit}`}`;
}

async function judgeGood(name: string, run: (typeof GOOD_CLIENTS)[number]['run'], count: number): Promise<string> {
  const session = await judgeSession({ seed: SEED, schedules: count, jobs: AT_ONCE, run });
  const broken = session.rows.filter(({ verdict }) => verdict === 'fail');
  const exercised = session.rows.filter(({ cases }) => cases > 0).length;
  if (broken.length > 0 || session.unfit !== undefined) process.exitCode = 1;
  const lines = broken.flatMap(({ id, broken: moments }) =>
    moments.slice(0, 3).map(({ text, start }) => `    ${id} in start ${start}: ${text}`),
  );
  return [
    `${broken.length} rules broken, ${exercised} of ${session.rows.length} exercised, ${session.starts.length - 1} schedules: ${name}${session.unfit === undefined ? '' : `  unfit: ${session.unfit}`}`,
    ...lines,
  ].join('\n');
}

if (!given.includes('--good')) {
  for (const bad of BAD_CLIENTS.filter(({ name }) => names.length === 0 || names.includes(name)))
    console.log(await judgeBad(bad));
}
if (given.includes('--good') || (names.length === 0 && !given.includes('--bad'))) {
  const count = Number(given.find((word) => /^\d+$/.test(word)) ?? GOOD_SCHEDULES);
  for (const { name, run } of GOOD_CLIENTS.filter(
    (one) => names.length === 0 || names.some((word) => one.name.includes(word)),
  ))
    console.log(await judgeGood(name, run, count));
}
if (given.includes('--write')) {
  const file = fileURLToPath(new URL('clients/found.json', import.meta.url));
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as typeof found) : {};
  const kinds = BAD_CLIENTS.flatMap(({ name }) => {
    const kind = found[name] ?? before[name];
    return kind === undefined ? [] : [[name, kind] as const];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kinds), null, 2)}\n`);
}
