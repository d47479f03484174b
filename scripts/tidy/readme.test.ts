/** What the READMEs tell a newcomer to type is typed here, and what they say will come back comes back. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../gateway/services.ts';
import { DEFAULT_PLATFORM_LIMITS } from '../../platform-sim/limits.ts';
import { METRICS } from '../../platform-sim/metrics/metric-table.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { COMMANDS } from '../cli/command-table.ts';
import { isSourceFile, sourceFiles, sourceOf } from './source-files.ts';

/** In the order in which a newcomer reads them: each session continues the one before. */
const DOCUMENTS = ['', 'gateway/', 'platform-sim/', 'conformance/', 'scenarios/', 'reports/', 'scripts/'];
const readme = DOCUMENTS.map((folder) => sourceOf(`${folder}README.md`)).join('\n');

/** One `session` block: what is typed, and each run of `#` lines after it is what the command before it prints. */
interface Step {
  readonly typed: string;
  readonly answers: readonly string[];
}

function sessionSteps(): readonly Step[] {
  const blocks = [...readme.matchAll(/^```sh session\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
  return blocks.flatMap((block) =>
    block
      .trim()
      .split('\n\n')
      .map((step) => {
        const lines = step.split('\n');
        return {
          typed: lines.filter((line) => !line.startsWith('#')).join('\n'),
          answers: lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2)),
        };
      }),
  );
}

describe('the first session', () => {
  const steps = sessionSteps();
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-readme-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const curl = spawnSync('curl', ['--version']).status === 0;
  if (!curl) process.stderr.write('the README session is skipped: there is no curl on this machine\n');

  test('there is one', () => {
    expect(steps.filter(({ answers }) => answers.length > 0).length).toBeGreaterThan(8);
  });

  test.skipIf(!curl)('typed as it stands, it goes as it says', { timeout: 300_000 }, async () => {
    await using sandbox = await startSandbox({ clock: 'real' });
    mkdirSync(join(folder, '.touchstone'));
    writeFileSync(join(folder, '.touchstone/profile.json'), JSON.stringify(sandbox.profile));
    const mark = '=== next step ===';
    const script = steps.map(({ typed }) => `${typed}\necho; echo '${mark}'`).join('\n');
    const printed = await shell(
      script
        .replaceAll('http://127.0.0.1:4010', sandbox.baseUrl)
        .replaceAll('http://127.0.0.1:4011', sandbox.controlUrl),
      folder,
    );
    const outputs = printed.split(mark);
    for (const [n, { typed, answers }] of steps.entries()) {
      const said = { typed, printed: outputs[n]?.trim() };
      for (const answer of answers) expect(said).toEqual({ typed, printed: expect.stringMatching(pattern(answer)) });
    }
  });
});

/** `...` stands for anything within a line. */
function pattern(answer: string): RegExp {
  return new RegExp(`^${answer.split('...').map(RegExp.escape).join('.*')}\\r?$`, 'm');
}

test('the metrics that are described are those that are served', () => {
  const [, section = ''] = /^## Health and metrics\n([\s\S]*?)\n## /m.exec(sourceOf('platform-sim/README.md')) ?? [];
  const rows = section.split('\n').filter((line) => /^\| `(touchstone|process|nodejs)_/.test(line));
  const described = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const served = Object.entries(METRICS).map(([name, [type]]) => (type === 'counter' ? `${name}_total` : name));
  expect(described.sort()).toEqual(served.sort());
});

describe('the root README', () => {
  test('fits three screens', () => {
    expect(sourceOf('README.md').split('\n').length).toBeLessThanOrEqual(131);
  });

  test('leads to every other document', () => {
    const links = [...sourceOf('README.md').matchAll(/\]\(([a-z-]+\/[A-Za-z.]+)\)/g)].map(([, path]) => path ?? '');
    expect(links.filter((path) => !isSourceFile(path))).toEqual([]);
    const others = DOCUMENTS.filter((folder) => folder !== '').map((folder) => `${folder}README.md`);
    expect(others.filter((path) => !links.includes(path))).toEqual([]);
  });
});

describe('commands', () => {
  test('every command stands in the table, in order, with an example, and no other', () => {
    const rows = [...readme.matchAll(/^\| `([a-z]+)` \| .* \| `touchstone ([a-z]+).*` \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(COMMANDS));
    expect(rows.map(([, , example]) => example)).toEqual(Object.keys(COMMANDS));
  });

  test('every npm script that it names is there', () => {
    const { scripts } = JSON.parse(sourceOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const named = [...readme.matchAll(/npm (?:run (?:-s )?)?([a-z][a-z:-]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !['ci', 'run', 'pack', 'install'].includes(name) && !(name in scripts))).toEqual([]);
    const forPeople = Object.keys(scripts).filter((name) => !['setup', 'prepack'].includes(name));
    expect(forPeople.filter((name) => !named.includes(name))).toEqual([]);
  });

  test('every file that it names is there', () => {
    const named = [
      ...readme.matchAll(/`((?:gateway|platform-sim|conformance|scenarios|reports|scripts)\/[a-z0-9/.-]+\.[a-z]+)`/g),
    ];
    expect(named.map(([, path]) => path ?? '').filter((path) => !isSourceFile(path))).toEqual([]);
  });
});

test('the checks that are shown are as they stand', () => {
  const shown = [...sourceOf('conformance/README.md').matchAll(/^```ts\n(export const .*?)\n```$/gms)];
  const sources = sourceFiles(/^conformance\/checks\/.*\.check\.ts$/).map(sourceOf);
  expect(shown).toHaveLength(3);
  expect(shown.filter(([, code = '']) => !sources.some((source) => source.includes(code)))).toEqual([]);
});

test('deadlines and limits are those of the code', () => {
  const { syncDeadlineMs, writeDeadlineMs, inFlightRequests, inFlightWrites, keyRetentionMs } = DEFAULT_LIMITS;
  const figures = [...readme.matchAll(/^\| .* \| (\d+)(?: ms| h)? \| /gm)].map(([, figure]) => Number(figure));
  const hours = keyRetentionMs / 3_600_000;
  expect(figures).toEqual([
    syncDeadlineMs,
    writeDeadlineMs,
    hours,
    inFlightRequests,
    inFlightWrites,
    DEFAULT_PLATFORM_LIMITS.inboxCommands,
    1,
  ]);
});

/** In a separate shell, because this process runs the sandbox. */
async function shell(script: string, cwd: string): Promise<string> {
  const run = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  return text(run.stdout);
}
