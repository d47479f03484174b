/** How a session of a check deals with a member that nobody here wrote; a session without manners sends all as stated. */
export interface Manners {
  /** Bodies of writes are fitted to the member's contract document and to the templates of the profile. */
  readonly fitsBodies?: boolean;
  /** Reads from before a write of the session are repeated. */
  readonly repeatsStaleReads?: boolean;
  /** A busy member is waited for as long as it asks. */
  readonly waitsWhileBusy?: boolean;
  /** The check that the session is of, for the logs of the target and the record of effects. */
  readonly check?: string;
  /** Requests that state no X-Request-Id have one of the suite's (run-identity.ts). */
  readonly statesRequestIds?: boolean;
}
