/**
 * A regular expression of a scenario against a value of an answer, for a bounded time. A pattern such as `(a+)+$` takes time
 * that doubles with each character, and neither the author of a file nor the target must be able to stop the player. Patterns
 * are not judged by their look: harmless ones with nested quantifiers are common, and harmful ones without.
 */
import { createContext, Script } from 'node:vm';
import { Unreached } from '../../conformance/member/sending/unreached.ts';

/** A match that ends takes microseconds. */
const LONGEST_MATCH_MS = 1_000;
export const LONGEST_PATTERN = 1_000;

const MATCH = new Script('new RegExp(pattern, "u").test(text)');

/** undefined if it is not a regular expression of at most LONGEST_PATTERN characters. */
export function patternOf(operand: unknown): string | undefined {
  if (typeof operand !== 'string' || operand.length > LONGEST_PATTERN) return undefined;
  try {
    new RegExp(operand, 'u');
    return operand;
  } catch {
    return undefined;
  }
}

/** Throws Unreached if the match does not end in time: then nothing is known, and `$not` does not hold either. */
export function matches(pattern: string, text: string): boolean {
  try {
    return MATCH.runInContext(createContext({ pattern, text }), { timeout: LONGEST_MATCH_MS }) === true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown;
    throw new Unreached(
      `$matches: /${pattern}/ was stopped after ${LONGEST_MATCH_MS} ms on a text of ${text.length} characters: ` +
        'write a pattern without repetitions within repetitions',
    );
  }
}
