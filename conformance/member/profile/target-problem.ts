import type { ExpiredToken } from '../tokens/token-expiry.ts';
import { expiredInWords } from '../tokens/token-expiry.ts';

/** The target is unusable; `message` is one line. */
export class TargetProblem extends Error {
  override readonly name = 'TargetProblem';
}

/** Static tokens of the profile expired before the first request, or while the target was being reached. */
export class ExpiredTokens extends TargetProblem {
  readonly tokens: readonly ExpiredToken[];

  constructor(tokens: readonly ExpiredToken[]) {
    super(expiredInWords(tokens));
    this.tokens = tokens;
  }
}

/** Whatever answers at baseUrl has no route of a gateway. */
export class NoGateway extends TargetProblem {}
