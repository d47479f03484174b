/** What the parts of the ideal member share. For tests. */
export type Row = Readonly<Record<string, unknown>>;

export interface IdealWrite {
  readonly organisation: string;
  readonly userId: number;
  readonly method: string;
  readonly path: string;
  readonly body: Row;
  readonly ifMatch: string | undefined;
  readonly key: string;
  /** The position of the fact that this write will be. */
  readonly position: number;
}

export interface IdealAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A record owner of the ideal member. */
export interface IdealOwner {
  /** The rows of a collection that the organisation sees; undefined where the collection belongs to another owner. */
  rows(organisation: string, route: string, view: string): readonly Row[] | undefined;
  /** A row by its path; undefined where it is not held or belongs to another owner. */
  row(organisation: string, path: string, view: string): Row | undefined;
  /** The answer without its position; undefined where another owner judges the write. */
  judge(write: IdealWrite): IdealAnswer | undefined;
}

/** A refusal with the error envelope; its message is the code and it is not retryable. */
export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): IdealAnswer {
  return { status, headers, body: { error: { code, message: code, retryable: false } } };
}

/** A success of a write with the row as its body. */
export function accepted(status: 200 | 201, body: Row): IdealAnswer {
  return { status, headers: {}, body };
}
