/** `touchstone init --explain`: describes the keys of a profile, and what each hook adds. */
import { isHook } from '../../../conformance/member/hooks/hook-names.ts';
import { nearest } from '../../../conformance/member/profile/nearest.ts';
import type { ProfileKey } from '../../../conformance/member/profile/profile-keys.ts';
import { profileKeys } from '../../../conformance/member/profile/profile-keys.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import { addedBy } from '../../../conformance/runner/plan/hooks-of.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { UsageError } from '../usage-error.ts';

/** What a hook adds to a profile that states everything else. */
function addition(path: string, checks: readonly Check[]): string | undefined {
  const [, name = ''] = /^hooks\.(\w+)$/.exec(path) ?? [];
  if (!isHook(name)) return undefined;
  const added = addedBy(name, checks);
  return added.length === 0 ? 'adds no requirement, and shows others further' : `adds ${added.join(', ')}`;
}

function explained({ path, description, example, values, isRequired }: ProfileKey, checks: readonly Check[]): string {
  const facts = [
    isRequired ? 'required' : undefined,
    addition(path, checks),
    values === undefined ? undefined : `one of ${values.join(', ')}`,
    example === undefined ? undefined : `for example ${JSON.stringify(example)}`,
  ].filter((fact) => fact !== undefined);
  return `${path}\n    ${description}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}\n`;
}

/** @throws UsageError for an unknown key */
export async function explainKeys(key: string | true, io: CommandIo): Promise<ExitStatus> {
  const keys = profileKeys();
  const wanted = key === true ? keys : keys.filter(({ path }) => path === key || path.startsWith(`${key}.`));
  if (wanted.length === 0) {
    const like = nearest(
      String(key),
      keys.map(({ path }) => path),
    );
    throw new UsageError(
      `--explain ${key}: no such key; ${like === undefined ? '--explain lists all' : `did you mean ${like}?`}`,
    );
  }
  const checks = await loadChecks();
  io.stdout.write(wanted.map((one) => explained(one, checks)).join(''));
  return 0;
}
