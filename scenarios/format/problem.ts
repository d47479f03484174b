/** What is wrong with a scenario, and where: each problem is one line, `file:line:column: what, what to do`. */

export interface Place {
  /** Starts at 1. */
  readonly line: number;
  readonly column: number;
}

export interface Problem extends Place {
  readonly file: string;
  readonly message: string;
}

/** A scenario that cannot be played; nothing was sent. The user sees `message` without a stack. */
export class ScenarioProblem extends Error {
  override readonly name = 'ScenarioProblem';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemLine).join('\n'));
    this.problems = problems;
  }
}

/** A problem as one line: `file:line:column: message`. */
export function problemLine({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message.replace(/\s+/g, ' ').trim()}`;
}
