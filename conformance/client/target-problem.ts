/** The target is unusable; `message` is one line. */
export class TargetProblem extends Error {
  override readonly name = 'TargetProblem';
}

/** Whatever answers at baseUrl has no route of a gateway. */
export class NoGateway extends TargetProblem {}
