/** What the parts of the ideal member have in common. For tests. */
export type Row = Readonly<Record<string, unknown>>;

export interface IdealWrite {
  readonly organisation: string;
  readonly userId: number;
  readonly method: string;
  readonly path: string;
  readonly body: Row;
  readonly ifMatch: string | undefined;
  readonly key: string;
  /** Of the fact that it will be. */
  readonly position: number;
}

export interface IdealAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A record owner of the ideal member. */
export interface IdealOwner {
  /** What the organisation sees of a collection; undefined: none of this owner's. */
  rows(organisation: string, route: string, view: string): readonly Row[] | undefined;
  /** A row by its path; undefined: not held, or none of this owner's. */
  row(organisation: string, path: string, view: string): Row | undefined;
  /** The answer but for its position; undefined: not this owner's to judge. */
  judge(write: IdealWrite): IdealAnswer | undefined;
}

export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): IdealAnswer {
  return { status, headers, body: { error: { code, message: code, retryable: false } } };
}

export function accepted(status: 200 | 201, body: Row): IdealAnswer {
  return { status, headers: {}, body };
}
