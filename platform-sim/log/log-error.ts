/** A log cannot be opened or written. The message is one line: what is wrong, where, and what to do. */
export class LogError extends Error {
  override readonly name = 'LogError';
  /** Whether a later start may succeed without any change of its options: exit status 4 instead of 2. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false }: { readonly isPassing?: boolean } = {}) {
    super(message);
    this.isPassing = isPassing;
  }
}
