/** The recipes of the README for CI: as GitHub's own parser and GitLab's own schema read them, with options that there are. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readBaseline } from '../../conformance/runner/gate/baseline.ts';
import { runCommandLine } from '../cli/command-line.ts';
import { sourceOf } from './source-files.ts';

// GitHub's parser imports its schema as a bundler takes it; Node needs the type of a JSON module.
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

const GITLAB = fileURLToPath(new URL('../../node_modules/gitlab-ci-local/dist/index.js', import.meta.url));
const readme = sourceOf('conformance/README.md');

function recipe(name: string): string {
  const block = new RegExp(`^\`\`\`yaml ${name}\\n(.*?)^\`\`\`$`, 'ms').exec(readme)?.[1];
  if (block === undefined) throw new Error(`the README has no recipe for ${name}`);
  return block;
}

function githubProblems(content: string): readonly string[] {
  const { context } = parseWorkflow({ name: 'conformance.yml', content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

describe('the recipe for GitHub', () => {
  test('is a workflow', () => {
    expect(githubProblems(recipe('github'))).toEqual([]);
  });

  test('would be found to be none with a word misspelt', () => {
    expect(githubProblems(recipe('github').replace('runs-on', 'run-on')).length).toBeGreaterThan(0);
  });
});

describe('the recipe for GitLab', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-gitlab-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  execFileSync('git', ['init', '-q', folder]);

  const listed = (text: string) => {
    writeFileSync(join(folder, '.gitlab-ci.yml'), text);
    const args = [GITLAB, '--list-json', '--cwd', '.'];
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  };

  test("is valid by GitLab's schema", () => {
    const { status, stdout, stderr } = listed(recipe('gitlab'));
    expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('"conformance"'), expect.anything()]);
  });

  test('would be found to be none with a word misspelt', () => {
    const { status } = listed(recipe('gitlab').replace('artifacts', 'artefacts'));
    expect(status).not.toBe(0);
  });
});

describe('what they type', () => {
  const commands = ['github', 'gitlab'].flatMap((name) =>
    [...recipe(name).matchAll(/npx touchstone (.*)$/gm)].map(([, line]) => (line ?? '').split(' ')),
  );

  async function help(words: readonly string[]): Promise<string> {
    const said: string[] = [];
    const stream = { write: (text: string) => said.push(text) };
    const io = { stdout: stream, stderr: stream, env: {}, cwd: tmpdir(), interrupted: new AbortController().signal };
    await runCommandLine([...words, '--help'], io);
    return said.join('');
  }

  test.each(commands.map((words) => [words.join(' '), words] as const))(
    '%s: each option is there',
    async (_, words) => {
      const name = words[0] === 'report' ? words.slice(0, 2) : words.slice(0, 1);
      const text = await help(name);
      expect(words.filter((word) => word.startsWith('--') && !text.includes(`${word} `))).toEqual([]);
    },
  );
});

test('the baseline that the README shows is one', () => {
  const block = /^```yaml\n(failures:\n.*?)^```$/ms.exec(readme)?.[1] ?? '';
  expect(readBaseline(block, 'README').entries).toHaveLength(1);
});
