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

/** A file may have thousands: the first ones are read, and mended. */
export const MOST_REPORTED = 20;
/** A message may quote the file: the line stays one that a terminal shows. */
const LONGEST_MESSAGE = 600;

function toldLines(problems: readonly Problem[]): readonly string[] {
  const more = problems.length - MOST_REPORTED;
  const text = problems.slice(0, MOST_REPORTED).map(problemLine);
  return more > 0 ? [...text, `and ${more} more ${more === 1 ? 'problem' : 'problems'}`] : text;
}

/** A scenario that cannot be played; nothing was sent. The user sees `message` without a stack. */
export class ScenarioProblem extends Error {
  override readonly name = 'ScenarioProblem';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(toldLines(problems).join('\n'));
    this.problems = problems;
  }
}

/** A problem as one line: `file:line:column: message`. */
export function problemLine({ file, line, column, message }: Problem): string {
  const whole = message.replace(/\s+/g, ' ').trim();
  const text =
    whole.length > LONGEST_MESSAGE
      ? `${whole.slice(0, LONGEST_MESSAGE / 2)} ... ${whole.slice(-LONGEST_MESSAGE / 2)}`
      : whole;
  return `${file}:${line}:${column}: ${text}`;
}
