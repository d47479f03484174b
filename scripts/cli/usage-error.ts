/**
 * Wrong usage or configuration: the message is the one line that the user sees (what is wrong, where, what to do). The
 * shell prints it without a stack and exits with status 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Each is printed on a separate line. */
  readonly lines: readonly string[];

  constructor(message: string, options?: ErrorOptions, lines: readonly string[] = [message]) {
    super(message, options);
    this.lines = lines;
  }

  /** Of an error whose message has a line for each problem. */
  static ofEach(error: Error): UsageError {
    return new UsageError(error.message, { cause: error }, error.message.split('\n'));
  }
}

type Kind = abstract new (...args: never) => Error;

/** Does it; an error of these kinds, whose message is one line for a person, is wrong usage. @throws UsageError */
export async function orUsage<T>(act: () => T | Promise<T>, ...kinds: readonly Kind[]): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isOne = error instanceof Error && kinds.some((kind) => error instanceof kind);
    throw isOne ? new UsageError(error.message, { cause: error }) : error;
  }
}
