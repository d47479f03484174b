/** GitLab CI/CD, by its predefined variables. */
import { mkdir } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import type { CommandIo } from '../command.ts';
import { writeWhole } from '../output-files.ts';
import { type Api, ApiProblem, call } from './api.ts';
import type { CiHost } from './ci-host.ts';
import { BASE_FOLDER, inputOf } from './inputs.ts';

export function gitlab(io: CommandIo): CiHost {
  const of = (name: string) => io.env[name] ?? '';
  const project = `/projects/${of('CI_PROJECT_ID')}`;
  const api: Api = { url: of('CI_API_V4_URL'), token: inputOf(io, 'token') };
  const base = of('CI_MERGE_REQUEST_TARGET_BRANCH_NAME') || of('CI_COMMIT_BRANCH');

  return {
    base,
    workflow: '',
    /** Of the newest pipeline of the branch that succeeded. */
    async findBase() {
      const file = posix.join(inputOf(io, 'out'), 'report.json').split('/').map(encodeURIComponent).join('/');
      const query = new URLSearchParams({ job: of('CI_JOB_NAME') });
      const path = `${project}/jobs/artifacts/${encodeURIComponent(base)}/raw/${file}?${query}`;
      const answer = await call(api, 'GET', path);
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw new ApiProblem(answer);
      const folder = resolve(io.cwd, BASE_FOLDER);
      await mkdir(folder, { recursive: true });
      await writeWhole(join(folder, 'report.json'), answer.text);
      return 'its newest pipeline that succeeded';
    },
    annotate: (annotations) => {
      for (const { kind, title, message } of annotations) io.stdout.write(`${kind}: ${title}: ${message}\n`);
    },
    // GitLab has the JUnit report and the comment.
    summary: async () => {},
    outputs: async () => {},
    async commentPlace() {
      const iid = of('CI_MERGE_REQUEST_IID');
      if (iid === '') return undefined;
      const notes = `${project}/merge_requests/${iid}/notes`;
      return {
        ...{ api, list: notes, most: 1_000_000 },
        change: (id) => ['PUT', `${notes}/${id}`] as const,
        refused: "no token that may write: the variable TOUCHSTONE_CI_TOKEN, a project's access token of scope api",
      };
    },
  };
}
