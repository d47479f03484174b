/** The target is unusable; `message` is one line. */
export class TargetProblem extends Error {
  override readonly name = 'TargetProblem';
}
