/**
 * How a session adapts to a member that the project did not write. Without manners a session sends everything as
 * stated.
 */
export interface Manners {
  /** Bodies of writes are fitted to the member's contract document and to the templates of the profile. */
  readonly fitsBodies?: boolean;
  /** Reads that a member answers with the state before a write of the session are repeated. */
  readonly repeatsStaleReads?: boolean;
  /** A busy member is waited for as long as it asks. */
  readonly waitsWhileBusy?: boolean;
  /** The check of the session, for the logs of the target and the record of effects. */
  readonly check?: string;
  /** Requests without an X-Request-Id get one of the suite's (run-identity.ts). */
  readonly statesRequestIds?: boolean;
  /** Each minted token has its own mark in the record: `<minted token 2 of trader>` is the second of the session. */
  readonly numbersTokens?: boolean;
  /** Settles once the run has no other check left to run beside the session; absent: none runs beside it. */
  readonly othersDone?: (() => Promise<void>) | undefined;
  /**
   * Called around each wait in which the session sends nothing, never twice at once: the lane of the session is free for
   * another check until `wait` settles. Absent: the wait itself.
   */
  readonly rest?: (<T>(wait: Promise<T>) => Promise<T>) | undefined;
}
