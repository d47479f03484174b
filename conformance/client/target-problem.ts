/** The target cannot be used at all; `message` is one line for a person. */
export class TargetProblem extends Error {
  override readonly name = 'TargetProblem';
}
