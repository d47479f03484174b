/** The file of a recording on the command line: found writable before, written and summed up at the end. */
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { IncidentFile } from '../../recording/incident-file.ts';
import type { CommandIo, ExitStatus, OutputStream } from '../command.ts';
import { asTyped } from '../own-command.ts';
import { UsageError } from '../usage-error.ts';
import { recordedSummary } from './recorded-line.ts';

/** Found out before anything is recorded. Creates its folder, as `--profile-out` does, and not the file. */
export async function writableFile(out: string, io: CommandIo): Promise<string> {
  const file = resolve(io.cwd, out);
  try {
    await mkdir(dirname(file), { recursive: true });
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(`${out}: its folder cannot be written to (${(error as NodeJS.ErrnoException).code})`);
  }
  return file;
}

/** Writes the file a last time and prints what is in it. 3: nothing was recorded. */
export async function finished(
  incident: IncidentFile,
  out: string,
  to: OutputStream,
  { stderr, cwd }: CommandIo,
): Promise<ExitStatus> {
  try {
    const written = await incident.finish();
    if (written !== undefined) {
      to.write(asTyped(recordedSummary(out, written), cwd));
      return 0;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`${out}: cannot be written (${code})`);
  }
  stderr.write(`touchstone: nothing was sent to the gateway, so ${out} is not written\n`);
  return 3;
}
