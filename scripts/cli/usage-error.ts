/**
 * Wrong usage or configuration: the message is the one line that the user sees (what is wrong, where, what to do). The
 * shell prints it without a stack and exits with status 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
