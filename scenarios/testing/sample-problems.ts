/** For tests: the messages about a scenario that cannot be played. */
import { ScenarioProblem } from '../format/problem.ts';
import { readScenario } from '../format/read.ts';

/** For a file `one.yaml` with this text: each problem in a line; 'none' if it can be played. */
export function problemsOf(text: string): string {
  try {
    readScenario(text, 'one.yaml');
  } catch (thrown) {
    if (thrown instanceof ScenarioProblem) return thrown.message;
    throw thrown;
  }
  return 'none';
}
