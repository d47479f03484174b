/** GitHub Actions, by the variables of its runner. */
import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import type { CommandIo } from '../command.ts';
import { asCommand } from './annotations.ts';
import { type Api, ApiProblem, call, jsonOf } from './api.ts';
import type { CiHost } from './ci-host.ts';
import { inputOf } from './inputs.ts';

const runs = z.looseObject({
  workflow_runs: z.array(
    z.looseObject({
      id: z.int(),
      event: z.string(),
      head_branch: z.string().nullish(),
      head_repository: z.looseObject({ full_name: z.string() }).nullish(),
    }),
  ),
});
const artifacts = z.looseObject({ artifacts: z.array(z.looseObject({ name: z.string(), expired: z.boolean() })) });
const event = z.looseObject({ pull_request: z.looseObject({ number: z.int() }) });

/** Runs that are asked for their artifacts: the newest may have none, for they expire. */
const MOST_RUNS = 5;

export function github(io: CommandIo): CiHost {
  const { env } = io;
  const of = (name: string) => env[name] ?? '';
  const repository = of('GITHUB_REPOSITORY');
  const api: Api = { url: of('GITHUB_API_URL'), token: inputOf(io, 'token') };
  const isOfBranch = of('GITHUB_REF_TYPE') === 'branch' && !of('GITHUB_REF').startsWith('refs/pull/');
  const base = of('GITHUB_BASE_REF') || (isOfBranch ? of('GITHUB_REF_NAME') : '');

  const [, workflow = ''] = /\/\.github\/workflows\/([^@/]+)@/.exec(of('GITHUB_WORKFLOW_REF')) ?? [];

  const append = async (name: string, text: string) => {
    const file = of(name);
    if (file !== '') await appendFile(file, text);
  };

  /** A pull request from a fork may have any branch name, and any artifact: its runs are not of the base branch. */
  async function runOfBase(): Promise<number | undefined> {
    const query = new URLSearchParams({ branch: base, status: 'success', per_page: '30' });
    const path = `/repos/${repository}/actions/workflows/${encodeURIComponent(workflow)}/runs?${query}`;
    const listing = await call(api, 'GET', path);
    const found = runs.safeParse(jsonOf(listing));
    if (!found.success) throw new ApiProblem(listing);
    const own = found.data.workflow_runs.filter(
      (run) =>
        run.head_branch === base &&
        run.head_repository?.full_name === repository &&
        !run.event.startsWith('pull_request') &&
        `${run.id}` !== of('GITHUB_RUN_ID'),
    );
    const name = inputOf(io, 'artifact');
    for (const { id } of own.slice(0, MOST_RUNS)) {
      const listed = `/repos/${repository}/actions/runs/${id}/artifacts?${new URLSearchParams({ name })}`;
      const answer = artifacts.safeParse(jsonOf(await call(api, 'GET', listed)));
      if (answer.data?.artifacts.some((one) => one.name === name && !one.expired) === true) return id;
    }
    return undefined;
  }

  return {
    base,
    workflow,
    async findBase() {
      const id = await runOfBase();
      if (id === undefined) return undefined;
      // actions/download-artifact takes it from here.
      await append('GITHUB_OUTPUT', `run-id=${id}\n`);
      return `run ${id}`;
    },
    annotate: (annotations) => {
      for (const one of annotations) (io.unguarded ?? io).stdout.write(asCommand(one));
    },
    summary: (text) => append('GITHUB_STEP_SUMMARY', text),
    outputs: (values) =>
      append(
        'GITHUB_OUTPUT',
        Object.entries(values)
          .map(([name, value]) => `${name}=${inLine(`${value}`)}\n`)
          .join(''),
      ),
    async commentPlace() {
      const text = await readFile(of('GITHUB_EVENT_PATH'), 'utf8').catch(() => '{}');
      const parsed = event.safeParse(jsonOf({ status: 200, text }));
      if (!parsed.success) return undefined;
      const issues = `/repos/${repository}/issues`;
      return {
        ...{ api, list: `${issues}/${parsed.data.pull_request.number}/comments`, most: 65_536 },
        change: (id) => ['PATCH', `${issues}/comments/${id}`] as const,
        refused: 'the token may not write here; the job needs pull-requests: write, and a fork has a read-only token',
      };
    },
  };
}
