/** What is wrong with a scenario, and where: each problem is one line, `file:line:column: what, what to do`. */

export interface Place {
  /** 1 for the first. */
  readonly line: number;
  readonly column: number;
}

export interface Problem extends Place {
  readonly file: string;
  readonly message: string;
}

/** A scenario that cannot be played as it stands; nothing was sent. A person reads `message`, and no stack. */
export class ScenarioProblem extends Error {
  override readonly name = 'ScenarioProblem';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemLine).join('\n'));
    this.problems = problems;
  }
}

export function problemLine({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message.replace(/\s+/g, ' ').trim()}`;
}
