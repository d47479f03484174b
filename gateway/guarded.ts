/**
 * Listeners of foreign input. What one of them throws would end the process; so it goes to `broken`, which ends the one
 * connection or drops the one message.
 */
export function guardedBy(broken: (error: Error) => void) {
  return <Args extends readonly unknown[]>(listener: (...args: Args) => void) =>
    (...args: Args): void => {
      try {
        listener(...args);
      } catch (error) {
        broken(error instanceof Error ? error : new Error(String(error)));
      }
    };
}
