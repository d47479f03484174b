/** The commit of the target, for the head of reports: as the profile states it, or the CI that checks its own build. */
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { CommandIo } from '../command.ts';

/** GitHub, GitLab, Jenkins, Azure, Bitbucket. */
const VARIABLES = ['GITHUB_SHA', 'CI_COMMIT_SHA', 'GIT_COMMIT', 'BUILD_SOURCEVERSION', 'BITBUCKET_COMMIT'] as const;

/** Nothing where it is not known: the commit that a CI names is not that of a sandbox. */
export function commitOf(
  { commit, control }: Pick<Profile, 'commit' | 'control'>,
  { env }: Pick<CommandIo, 'env'>,
): Pick<RunRecord['run'], 'commit'> {
  if (commit !== undefined) return { commit: { id: commit, from: 'profile' } };
  const from = VARIABLES.find((name) => /^[0-9a-f]{7,64}$/i.test(env[name] ?? ''));
  return from === undefined || control !== undefined ? {} : { commit: { id: env[from] ?? '', from } };
}
