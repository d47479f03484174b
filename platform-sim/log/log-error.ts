/** A log cannot be opened or written. The message is one line: what is wrong, where, and what to do. */
export class LogError extends Error {
  override readonly name = 'LogError';
}
