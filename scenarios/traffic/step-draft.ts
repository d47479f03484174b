/** A step while the draft is made: later events may still add to what it saves. */
export interface StepDraft {
  /** Its keys but `expect` and `save`, in the order of the file. */
  readonly keys: Record<string, unknown>;
  expect?: unknown;
  readonly save: Record<string, string>;
  /** It changes nothing, so it may stand under `holds`. */
  readonly reads: boolean;
}

/** A step of these keys. */
export function stepDraft(keys: Record<string, unknown>, reads = false): StepDraft {
  return { keys, save: {}, reads };
}

/** As it stands in the file. */
export function writtenStep({ keys, expect, save }: StepDraft): Record<string, unknown> {
  return {
    ...keys,
    ...(expect === undefined ? {} : { expect }),
    ...(Object.keys(save).length === 0 ? {} : { save }),
  };
}
