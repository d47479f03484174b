/**
 * A check that proves the broken requirement kills every known-bad member, and no check blames it for a requirement that its
 * row does not name (`npm run mutants` prints the table). proof/whole-run.test.ts shows that no check fails the valid member.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { isRequirementId } from '../../conformance/contract/requirements.ts';
import { hash32 } from '../../conformance/runner/hash.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { defect } from '../../gateway/defects/defect.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { changeResponse, withHeader } from '../../gateway/variations/layer.ts';
import { type JudgedAll, judgeAll } from './mutants/judge-all.ts';
import { judgeLive } from './mutants/judge-live.ts';
import { judgeRecorded } from './mutants/judge-recorded.ts';
import { isOfSequences, judgedOf } from './mutants/judged.ts';
import { killTable, unproven } from './mutants/kill-table.ts';
import { type Recording, recorded, recordingOf } from './mutants/recording.ts';

const checks = await loadChecks();
/** Only ends a hang: all rows take some minutes on two slow cores. */
const TIMEOUT_MS = 1_800_000;

describe('every known-bad member', () => {
  let all: JudgedAll;
  beforeAll(async () => {
    all = await judgeAll(DEFECTS, checks);
    console.log(killTable([], all.judged).split('\n').slice(-6).join(', '));
  }, TIMEOUT_MS);

  test.each(DEFECTS)('$breaks: $story', ({ name }) => {
    const judged = all.judged.find((one) => one.defect.name === name);
    expect(judged).toMatchObject({ survived: [], astray: [], faults: [] });
  });

  test('some are found by each check of generated sequences', () => {
    const killers = new Set(all.judged.flatMap((one) => one.killers));
    expect(checks.map(({ id }) => id).filter((id) => isOfSequences(id) && !killers.has(id))).toEqual([]);
  });

  /** Tests the rule of other-way.ts on rows drawn by a seed: a defect that a recorded history shows is also found live. */
  test('is killed live by the checks that kill it over recorded histories', { timeout: TIMEOUT_MS }, async () => {
    const drawn = DEFECTS.toSorted((a, b) => hash32(a.name) - hash32(b.name)).filter(
      ({ name }) => !all.whyLive.has(name),
    );
    const closing = checks.filter(({ closes }) => closes === true).map(({ id }) => id);
    for (const row of drawn.slice(0, 4)) {
      const killers = all.judged.find(({ defect: { name } }) => name === row.name)?.killers ?? [];
      const live = (await judgeLive(row, checks)).killers;
      // Closing checks judge what the others met. Sequences judge only members that survive the others.
      const missed = killers.filter((id) => !live.includes(id) && !closing.includes(id) && !isOfSequences(id));
      expect({ row: row.name, missed }).toEqual({ row: row.name, missed: [] });
    }
  });
});

describe('a row over recorded histories', () => {
  const some = checks.filter(({ id }) =>
    ['ord/submit-serves-the-order-row', 'rid/request-id-on-every-response'].includes(id),
  );
  let recording: Recording;
  beforeAll(async () => {
    recording = recordingOf(await recorded(some), some);
  });
  const judge = (row: Parameters<typeof judgeRecorded>[1]) => judgeRecorded(recording, row);

  test('is killed by no check if it changes nothing', async () => {
    expect(await judge(defect('RID-01', 'nothing', () => (request, next) => next(request)))).toMatch(/do not show it/);
  });

  test('is blamed for what it breaks, and is astray if its row does not name a further blame', async () => {
    const change = () => changeResponse((response) => withHeader(response, 'X-Request-Id', 'two words'));
    const requirements = (await judge(defect('RID-01', 'a row', change))) as { astray: readonly string[] };
    expect(requirements).toMatchObject({ survived: [], killers: ['rid/request-id-on-every-response'] });
    const also = requirements.astray.map((what) => what.split(' ')[0]).join(' ');
    expect(await judge(defect(`RID-01 | ${also}`, 'a row', change))).toMatchObject({ astray: [] });
    expect(await judge(defect('RID-01 | any', 'a row', change))).toMatchObject({ astray: [] });
  });

  test.each([
    ['asks the member something else', () => (request, next) => next({ ...request, path: '/me' })],
    ['asks the member twice', () => async (request, next) => (await next(request)) && next(request)],
    ['keeps a write from the member', () => async () => ({ status: 500, headers: [], body: '' })],
  ] as const satisfies readonly (readonly [string, Parameters<typeof defect>[2]])[])(
    'that %s runs live',
    async (why, layer) => {
      expect(await judge(defect('RID-01', 'a row', layer))).toContain(why);
    },
  );

  test('runs live if drive later sent a value that the row removes', async () => {
    const hidden = defect('ORD-01', 'a row', () =>
      changeResponse((response) => ({
        ...response,
        body: response.body.replaceAll(/"orderId":"[^"]*"/g, '"orderId":"1"'),
      })),
    );
    expect(await judge(hidden)).toMatch(/do not show it/);
  });
});

describe('the catalogue of known-bad members', () => {
  test('has a distinct name and story for each, and names real requirements', () => {
    for (const member of ['name', 'story'] as const) {
      const all = DEFECTS.map((row) => row[member]);
      expect(all.filter((one, i) => all.indexOf(one) !== i)).toEqual([]);
    }
    const named = DEFECTS.flatMap(({ breaks, also = [] }) => [...breaks, ...(also === 'any' ? [] : also)]);
    expect(named.filter((id) => !isRequirementId(id))).toEqual([]);
  });

  test('has one for every requirement that a check proves', () => {
    expect(
      unproven(
        checks.flatMap((check) => check.proves),
        DEFECTS,
      ),
    ).toEqual([]);
  });
});

test('the table lists every requirement with its rows and their killers, and ends with the counts', () => {
  const row = { ...defect('IDEM-08', 'a defect', () => (request, next) => next(request)), also: ['SVC-11'] };
  const failure = (check: string, ...blames: readonly string[]) => ({ check, isFault: false, blames });
  const killed = judgedOf(row, 'recorded', [failure('idem/a', 'IDEM-08'), failure('svc/a', 'SVC-11')]);
  const survivor = judgedOf(row, 'live', [failure('ord/b', 'ORD-01')]);
  const table = killTable(['IDEM-08', 'ORD-01'], [killed, survivor]).split('\n');
  expect(table.slice(0, 4)).toEqual([
    'IDEM-08',
    `  recorded  ${'a-defect'.padEnd(60)}  idem/a`,
    `  live      ${'a-defect'.padEnd(60)}  `,
    'ORD-01  no known-bad member breaks it',
  ]);
  expect(table).toContain('survived: a-defect (IDEM-08)');
  expect(table).toContain('astray: a-defect is blamed for ORD-01 by ord/b');
  expect(table.slice(-6)).toEqual(['rows 2', 'recorded 1', 'live 1', 'killed 1', 'survivors 1', 'astray 1']);
});
