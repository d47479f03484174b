/** A value at once, or later where something outside of this turn of the event loop is waited for. */
export type Soon<Value> = Value | Promise<Value>;

/** Calls `use` with the value, at once where it is there: what waits for nothing costs no promise. */
export function onceThere<Value, Result>(soon: Soon<Value>, use: (value: Value) => Soon<Result>): Soon<Result> {
  return soon instanceof Promise ? soon.then(use) : use(soon);
}

/** The value of `run`, or that of `recover` where it fails, whether it throws or rejects. */
export function recovered<Value>(run: () => Soon<Value>, recover: (thrown: unknown) => Value): Soon<Value> {
  try {
    const soon = run();
    return soon instanceof Promise ? soon.catch(recover) : soon;
  } catch (thrown) {
    return recover(thrown);
  }
}
