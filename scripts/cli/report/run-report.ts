/** `touchstone report render` as a process: reads a run record, writes other formats of it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { REPORT_FORMATS, renderReport } from '../../../reports/index.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { namedFormats } from '../output-files.ts';
import { readRecord } from '../run-files/record-files.ts';
import { UsageError } from '../usage-error.ts';
import { reportSources } from './report-sources.ts';

export interface RenderOptions {
  readonly format: string;
  readonly out: string;
}

/** Prints the path of each file written. @throws UsageError */
export async function runRender(file: string, options: RenderOptions, io: CommandIo): Promise<ExitStatus> {
  const formats = namedFormats(REPORT_FORMATS, options.format);
  const record = await readRecord(file, io, 'report');
  const folder = resolve(io.cwd, options.out);
  try {
    await mkdir(folder, { recursive: true });
    for (const format of formats) {
      const name = REPORT_FORMATS[format].file;
      await writeFile(join(folder, name), await renderReport(record, format, reportSources()));
      io.stdout.write(`${join(options.out, name)}\n`);
    }
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === undefined) throw thrown;
    throw new UsageError(`--out ${options.out}: cannot be written (${code}); name another folder`);
  }
  return 0;
}
