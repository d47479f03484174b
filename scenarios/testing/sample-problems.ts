/** For tests of the format: scenarios as text, and the messages about one that cannot be played. */
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

export const HEAD = 'id: one\nstory: A story.\n';
export const SEND = '  - as: trader\n    request: POST /orders\n    key: k1\n    body: { qty: "1" }\n';
export const OPEN = '{ as: trader, open: one }';
export const ROLL = '{ roll: up, plan: [{ member: m1, do: upgrade, to: 0.14.0 }] }';
const MEMBERS = 'world: { members: [0.13.0, { version: 0.14.0, surfaces: { tickets: false }, weight: 2 }] }\n';

function stormy(head: string, steps: readonly string[]): string {
  return `${head}storm:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
}

export const storm = (...steps: readonly string[]) => stormy(HEAD, steps);
/** The same in a world of two members. */
export const deployed = (...steps: readonly string[]) => stormy(`${HEAD}${MEMBERS}`, steps);
