/** The recipes of the README for CI: as GitHub's own parser and GitLab's own schema read them, with inputs and options that there are. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readBaseline } from '../../conformance/runner/gate/baseline.ts';
import { NoOperationTraceWriter, parseWorkflow } from '../ci/testing/workflow-parser.ts';
import { runCommandLine } from '../cli/command-line.ts';
import { sourceOf } from './source-files.ts';

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

  writeFileSync(join(folder, 'template.yml'), sourceOf('scripts/ci/gitlab/template.yml'));
  execFileSync('git', ['-C', folder, 'add', '.']);
  /** The template of this tree, instead of that of a project. */
  const listed = (text: string) => {
    const local = text.replace(/project: .*\n.*ref: .*\n.*file: .*\/template.yml/, 'local: template.yml');
    writeFileSync(join(folder, '.gitlab-ci.yml'), local);
    const args = [GITLAB, '--list-json', '--cwd', '.'];
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  };

  test("is valid by GitLab's schema", () => {
    const { status, stdout, stderr } = listed(recipe('gitlab'));
    expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('"touchstone"'), expect.anything()]);
  });

  test('would be found to be none with a word misspelt', () => {
    const { status } = listed(recipe('gitlab').replace('package:', 'packet:'));
    expect(status).not.toBe(0);
  });
});

type Inputs = Readonly<Record<string, string>>;

describe('what they state', () => {
  const workflow = parse(recipe('github')) as {
    jobs: Readonly<Record<string, { readonly steps: readonly { readonly uses: string; readonly with?: Inputs }[] }>>;
  };
  const { include } = parse(recipe('gitlab')) as { include: readonly { readonly inputs: Inputs }[] };
  const action = parse(sourceOf('scripts/ci/action.yml')) as { inputs: object };
  const [spec] = parseAllDocuments(sourceOf('scripts/ci/gitlab/template.yml')).map(
    (document) => (document.toJS() as { spec: { inputs: object } }).spec,
  );
  if (spec === undefined) throw new Error('the template begins with its inputs');
  const ofGithub = Object.values(workflow.jobs).flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses.includes('/scripts/ci@')).map((step) => step.with ?? {}),
  );
  const uses = [
    ...ofGithub.map((inputs) => [inputs, action.inputs] as const),
    [include[0]?.inputs ?? {}, spec.inputs] as const,
  ];

  test('three jobs are shown', () => expect(uses).toHaveLength(3));

  async function help(...words: readonly string[]): Promise<string> {
    const said: string[] = [];
    const stream = { write: (text: string) => said.push(text) };
    const io = { stdout: stream, stderr: stream, env: {}, cwd: tmpdir(), interrupted: new AbortController().signal };
    await runCommandLine([...words, '--help'], io);
    return said.join('');
  }

  test.each(uses)('%j: each input and option is there', async (inputs, known) => {
    expect(Object.keys(inputs).filter((name) => !(name in known))).toEqual([]);
    const text = await (inputs['mode'] === 'merge' ? help('report', 'merge') : help('check'));
    const options = (inputs['args'] ?? '').split(' ').filter((word) => word.startsWith('--'));
    expect(options.filter((word) => !text.includes(`${word} `))).toEqual([]);
  });

  test('the template has the inputs of the action, and what only GitLab needs', () => {
    const only = (of: object, other: object) => Object.keys(of).filter((name) => !(name in other));
    expect(only(action.inputs, spec.inputs)).toEqual(['artifact', 'github-token']);
    expect(only(spec.inputs, action.inputs)).toEqual(['job', 'stage', 'image', 'when']);
  });
});

test('the baseline that the README shows is one', () => {
  const block = /^```yaml\n(failures:\n.*?)^```$/ms.exec(readme)?.[1] ?? '';
  expect(readBaseline(block, 'README').entries).toHaveLength(1);
});
