/**
 * Whether resending the identical request under the same key can succeed, as rules in order: the first that speaks of a
 * refusal decides. `surface` rules need to know of the member what no answer tells; `undefined` there.
 */
export interface Refused {
  readonly status: number;
  readonly code: string;
  /** An owner's recorded refusal (position header, no as-of header). */
  readonly factual: boolean;
}

interface Rule {
  readonly when: Partial<Refused>;
  /** undefined: either, by what the member is deployed with. */
  readonly retryable: boolean | undefined;
}

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

/** What `error.retryable` must be; undefined where the refusal alone does not decide it. */
export function publishedRetryable(refused: Refused): boolean | undefined {
  const speaks = ({ when }: Rule) =>
    Object.entries(when).every(([name, value]) => refused[name as keyof Refused] === value);
  return RETRYABLE_RULES.find(speaks)?.retryable;
}
