/**
 * Whether resending the identical request under the same key can succeed, as ordered rules: the first rule that matches
 * a refusal decides. Some rules depend on how the member is deployed, which no response shows; `retryable` is undefined
 * there.
 */
export interface Refused {
  readonly status: number;
  readonly code: string;
  /** An owner's recorded refusal (position header, no as-of header). */
  readonly factual: boolean;
}

interface Rule {
  readonly when: Partial<Refused>;
  /** undefined: either value, depending on the deployment of the member. */
  readonly retryable: boolean | undefined;
}

/** The rules in order of precedence (ERR-11, ERR-15). */
export const RETRYABLE_RULES = [
  { when: { factual: true }, retryable: false },
  { when: { code: 'INTERRUPTED' }, retryable: true },
  { when: { code: 'BALANCES_UNAVAILABLE' }, retryable: false },
  { when: { code: 'ALGOS_UNAVAILABLE' }, retryable: false },
  { when: { code: 'TICKETS_UNAVAILABLE' }, retryable: false },
  /** false on a member that stores no credentials. */
  { when: { code: 'INTAKE_UNAVAILABLE' }, retryable: undefined },
  /** false on a read replica. */
  { when: { code: 'NOT_SERVING' }, retryable: undefined },
  { when: { status: 429 }, retryable: true },
  { when: { status: 503 }, retryable: true },
  { when: {}, retryable: false },
] as const satisfies readonly Rule[];

/** The required value of `error.retryable`; undefined where the refusal alone does not decide it. */
export function publishedRetryable(refused: Refused): boolean | undefined {
  const speaks = ({ when }: Rule) =>
    Object.entries(when).every(([name, value]) => refused[name as keyof Refused] === value);
  return RETRYABLE_RULES.find(speaks)?.retryable;
}
