/** `touchstone doctor` as a process: one line a finding. */
import { examine } from '../../conformance/runner/doctor.ts';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { CommandIo, ExitStatus } from './command.ts';
import type { DoctorOptions } from './doctor.ts';
import { openTarget } from './open-target.ts';

const WORDS = { ok: 'ok  ', note: 'note', bad: 'BAD ' } as const;

/** Status 2 where anything must be mended first. @throws UsageError */
export async function runDoctor(options: DoctorOptions, io: CommandIo): Promise<ExitStatus> {
  const stopwatch = startStopwatch();
  const opened = await openTarget({ ...options, seed: 1 }, stopwatch, io);
  try {
    const findings = await examine(opened.target, await loadChecks(), stopwatch);
    const width = Math.max(...findings.map(({ subject }) => subject.length));
    for (const { level, subject, words } of findings) {
      io.stdout.write(`${WORDS[level]}  ${subject.padEnd(width)}  ${words}\n`);
    }
    return findings.some(({ level }) => level === 'bad') ? 2 : 0;
  } finally {
    await opened.close();
  }
}
