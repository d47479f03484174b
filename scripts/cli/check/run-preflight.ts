/** The quick form of `doctor` before a run: with a wrong profile every verdict would mislead. */
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import { preflight } from '../../../conformance/runner/doctor.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { CommandIo } from '../command.ts';
import type { OpenTarget } from '../open-target.ts';

/** Whether a run of these checks may begin; otherwise each finding is a line on standard error. */
export async function passesPreflight(
  { target, own }: OpenTarget,
  checks: readonly Check[],
  stopwatch: Stopwatch,
  io: CommandIo,
): Promise<boolean> {
  // An in-process sandbox writes its own profile.
  if (own) return true;
  const findings = await preflight(target, checks, stopwatch);
  for (const [name, why] of target.heldWrites) {
    io.stderr.write(`BAD  ${name}: ${why}: no write is sent as it; mend the user or the profile, or the member\n`);
  }
  if (findings.length === 0) return true;
  const distinct = [...Map.groupBy(findings, ({ subject, words }) => words.replaceAll(subject, '')).values()];
  for (const [first, ...others] of distinct) {
    const alike = others.length === 0 ? '' : ` (the same of ${others.map(({ subject }) => subject).join(', ')})`;
    io.stderr.write(`${inLine(`BAD  ${first?.subject}: ${first?.words}${alike}`)}\n`);
  }
  const count = distinct.length === 1 ? 'one finding' : `${distinct.length} findings`;
  io.stderr.write(
    `touchstone: nothing was checked: ${count} above about the profile; touchstone doctor shows all, and --no-preflight skips this test\n`,
  );
  return false;
}
