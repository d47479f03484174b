/** What an earlier run's report already knows to fail: it is reported again, and only what is new fails the run. */

/** A file that is no report of a run. One line for a person. */
export class BaselineProblem extends Error {
  override readonly name = 'BaselineProblem';
}

interface Reported {
  readonly schema?: unknown;
  readonly checks?: unknown;
}

/** Check ids that failed in the report. `file` is what the message calls it. Throws a BaselineProblem. */
export function knownFailures(text: string, file: string): ReadonlySet<string> {
  let report: Reported;
  try {
    report = (JSON.parse(text) as Reported | null) ?? {};
  } catch (error) {
    throw new BaselineProblem(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (report.schema !== 1 || !Array.isArray(report.checks)) {
    throw new BaselineProblem(`${file} is no report of touchstone check: give the report.json of an earlier --out`);
  }
  const failed = (report.checks as { id?: unknown; verdict?: unknown }[]).filter(({ verdict }) => verdict === 'fail');
  return new Set(failed.map(({ id }) => String(id)));
}
