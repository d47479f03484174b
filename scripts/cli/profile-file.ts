/** A profile that this process writes: with the secrets of its principals. */
import { access, constants, mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

function unwritable(file: string, error: unknown): UsageError {
  return new UsageError(
    `cannot write the profile ${file}: ${error instanceof Error ? error.message : String(error)}; name another file with --profile-out`,
  );
}
