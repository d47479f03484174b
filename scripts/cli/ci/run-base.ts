/** `touchstone ci base`: the report of the base branch. It never fails a gate: without one, nothing is said to be new. */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandIo, ExitStatus } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { whyNot } from './api.ts';
import type { CiHost } from './ci-host.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { BASE_FOLDER, comparesWithBase } from './inputs.ts';

/** @throws UsageError outside both CIs */
export function hostOf(io: CommandIo): CiHost {
  if (io.env['GITHUB_ACTIONS'] === 'true') return github(io);
  if (io.env['GITLAB_CI'] === 'true') return gitlab(io);
  throw new UsageError(
    'touchstone ci runs in a job of GitHub Actions or GitLab CI/CD; elsewhere, see touchstone check',
  );
}

async function found(host: CiHost): Promise<string> {
  if (host.base === '') return 'no report of a base branch: the job is of no branch';
  const none = `no report of the base branch ${host.base}`;
  try {
    const of = await host.findBase();
    return of === undefined ? none : `the report of the base branch ${host.base} is that of ${of}`;
  } catch (error) {
    return `${none}: ${whyNot(error)}`;
  }
}

export async function runBase(io: CommandIo): Promise<ExitStatus> {
  const host = hostOf(io);
  await rm(resolve(io.cwd, BASE_FOLDER), { recursive: true, force: true });
  if (comparesWithBase(io)) io.stdout.write(`${await found(host)}\n`);
  return 0;
}
