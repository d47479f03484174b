/** What a command said on standard error but for the plan of its run: for tests of what else it says. */
export function withoutPlan(stderr: string): string {
  return stderr.replace(/^Plan: .*\n( {4}.*\n)*/m, '');
}
