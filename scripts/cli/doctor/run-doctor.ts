/** `touchstone doctor` as a process: one line a finding. */

import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import { ExpiredTokens, NoGateway } from '../../../conformance/member/profile/target-problem.ts';
import type { Finding } from '../../../conformance/runner/doctor.ts';
import { examine, expiredFindings } from '../../../conformance/runner/doctor.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import type { OpenTarget } from '../open-target.ts';
import { openTarget } from '../open-target.ts';
import { UsageError } from '../usage-error.ts';
import type { DoctorOptions } from './doctor.ts';

const WORDS = { ok: 'ok  ', note: 'note', bad: 'BAD ' } as const;

/** Status 2 if anything must be fixed first. @throws UsageError */
export async function runDoctor(options: DoctorOptions, io: CommandIo): Promise<ExitStatus> {
  const stopwatch = startStopwatch();
  const findings = await findingsOf(options, stopwatch, io);
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  for (const { level, subject, words } of findings) {
    io.stdout.write(`${WORDS[level]}  ${subject.padEnd(width)}  ${inLine(words)}\n`);
  }
  return findings.some(({ level }) => level === 'bad') ? 2 : 0;
}

async function findingsOf(options: DoctorOptions, stopwatch: Stopwatch, io: CommandIo): Promise<readonly Finding[]> {
  let opened: OpenTarget;
  try {
    opened = await openTarget({ ...options, seed: 1 }, stopwatch, io);
  } catch (error) {
    // The target was not contacted: its answer to an expired token would mislead.
    if (error instanceof UsageError && error.cause instanceof ExpiredTokens) return expiredFindings(error.cause.tokens);
    if (error instanceof UsageError && error.cause instanceof NoGateway)
      return [{ level: 'bad', subject: 'target', words: error.message }];
    throw error;
  }
  try {
    return await examine(opened.target, await loadChecks(), stopwatch);
  } finally {
    await opened.close();
  }
}
