/** The response that replaces a member's. */
export interface OtherAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Statuses without a body (RFC 9110 section 6.4.1). */
export const BODILESS: readonly number[] = [204, 304];
