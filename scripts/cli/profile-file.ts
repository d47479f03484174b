/** A profile that this process writes: with the secrets of its principals. */
import { access, constants, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClock } from '../../platform-sim/clock.ts';
import type { SandboxProfile } from '../../platform-sim/hosting/profile.ts';
import { UsageError } from './usage-error.ts';

/**
 * Readable by its owner only, because it holds the secrets of every principal. The default folder ignores itself in
 * version control.
 */
export async function writeProfile(file: string, profile: unknown, isDefault: boolean): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    if (isDefault) await writeFile(join(dirname(file), '.gitignore'), '*\n');
    await using handle = await open(file, 'w', 0o600);
    // The mode above applies to a new file; an existing one keeps its own. A device such as /dev/null is everybody's.
    if ((await handle.stat()).isFile()) await handle.chmod(0o600);
    await handle.writeFile(`${JSON.stringify(profile, null, 2)}\n`);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** For a process that writes it later. Creates its folder, and not the file. @throws UsageError */
export async function requireWritable(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    await access(isThere ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** How long a process that was stopped by a debugger or a signal may take to answer. */
const PATIENCE_MS = 2_000;

/**
 * The address of another sandbox whose profile this file is; undefined: no such sandbox runs. One runs if the token
 * endpoint of the file accepts its secret. Unlike a lock or a pid, that needs no clean-up after a kill, and no other
 * process is taken for it.
 *
 * @param own the profile of this process, which may have been started again with the same secrets
 */
export async function runningSandbox(file: string, own?: SandboxProfile): Promise<string | undefined> {
  const abort = new AbortController();
  const timer = createClock({ mode: 'real' }).after(PATIENCE_MS, 'a sandbox that does not answer', () => abort.abort());
  let at: string | undefined;
  try {
    // Reading a pipe would wait for its writer.
    if (!(await stat(file)).isFile()) return undefined;
    const { control, baseUrl, identity, principals } = JSON.parse(await readFile(file, 'utf8')) as SandboxProfile;
    const [{ clientId, clientSecret } = { clientId: '', clientSecret: '' }] = Object.values(principals);
    const isOwn = Object.values(own?.principals ?? {}).some((row) => row.clientSecret === clientSecret);
    // A file without a control plane is not a sandbox's: its secrets are sent nowhere.
    if (control === undefined || isOwn) return undefined;
    at = baseUrl;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const body = new URLSearchParams(form);
    const { status } = await fetch(identity.tokenEndpoint, { method: 'POST', body, signal: abort.signal });
    return status === 200 || status >= 500 ? at : undefined;
  } catch {
    return abort.signal.aborted ? at : undefined;
  } finally {
    timer.cancel();
  }
}

/** The file, or the first of `profile-2.json`, `profile-3.json` ... that is no other running sandbox's. */
export async function freeProfile(file: string, own: SandboxProfile): Promise<string> {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? file : file.replace(/\.json$/, `-${n}.json`);
    if ((await runningSandbox(candidate, own)) === undefined) return candidate;
  }
}

function unwritable(file: string, error: unknown): UsageError {
  return new UsageError(
    `cannot write the profile ${file}: ${error instanceof Error ? error.message : String(error)}; name another file with --profile-out`,
  );
}
