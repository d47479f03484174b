/** For tests: a command's standard error without the plan of its run. */
export function withoutPlan(stderr: string): string {
  return stderr.replace(/^Plan: .*\n( {4}.*\n)*/m, '');
}
