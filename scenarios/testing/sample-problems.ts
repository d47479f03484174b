/** For tests: what a person is told of a scenario that cannot be played. */
import { ScenarioProblem } from '../format/problem.ts';
import { readScenario } from '../format/read.ts';

/** Of a file `one.yaml` with this text: each problem in a line; 'none' where it can be played. */
export function problemsOf(text: string): string {
  try {
    readScenario(text, 'one.yaml');
  } catch (thrown) {
    if (thrown instanceof ScenarioProblem) return thrown.message;
    throw thrown;
  }
  return 'none';
}
