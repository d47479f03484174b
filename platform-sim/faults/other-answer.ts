/** What goes out in place of a member's answer. */
export interface OtherAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Statuses whose answers have no body (RFC 9110 section 6.4.1). */
export const BODILESS: readonly number[] = [204, 304];
