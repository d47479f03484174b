/** Why a log cannot be opened, or takes no more, in one line for a person to read: what is wrong, where, and what to do. */
export class LogError extends Error {
  override readonly name = 'LogError';
}
