/** The verdict on one known-bad member. */
import type { Defect } from '../../../gateway/defects/defect.ts';

/** A check that failed against it, and the requirements that it blames. */
export interface Failure {
  readonly check: string;
  /** The suite's own fault: `judge` threw. */
  readonly isFault: boolean;
  readonly blames: readonly string[];
}

export interface Judged {
  readonly defect: Pick<Defect, 'name' | 'breaks'>;
  readonly way: 'recorded' | 'live';
  /** Checks that failed and blame the member for something of `breaks`, by id. */
  readonly killers: readonly string[];
  /** Requirements of `breaks` that no failed check blames. */
  readonly survived: readonly string[];
  /** Blames of failed checks outside `breaks` that the row does not name: `SVC-11 by svc/responses-fit-the-document`. */
  readonly astray: readonly string[];
  /** Checks with a fault of the suite. */
  readonly faults: readonly string[];
}

/**
 * Generated sequences are compared with the whole model, so a defect can fail them at a later requirement. Their blame kills a
 * member and is never astray.
 */
export const isOfSequences = (check: string): boolean => check.startsWith('history/');

export function judgedOf(defect: Defect, way: Judged['way'], failures: readonly Failure[]): Judged {
  const { breaks, also = [] } = defect;
  const isBroken = (id: string): boolean => breaks.includes(id);
  const failed = failures.filter(({ isFault }) => !isFault);
  const killers = failed.filter(({ blames }) => blames.some(isBroken));
  const others = failed.filter(
    ({ check, blames }) => !isOfSequences(check) && !blames.some(isBroken) && also !== 'any',
  );
  return {
    defect: { name: defect.name, breaks },
    way,
    killers: [...new Set(killers.map(({ check }) => check))],
    survived: breaks.filter((id) => !killers.some(({ blames }) => blames.includes(id))),
    astray: [
      ...new Set(
        others.flatMap(({ check, blames }) =>
          blames.filter((id) => also !== 'any' && !also.includes(id)).map((id) => `${id} by ${check}`),
        ),
      ),
    ],
    faults: [...new Set(failures.filter(({ isFault }) => isFault).map(({ check }) => check))],
  };
}

export function isKilled({ survived, faults }: Judged): boolean {
  return survived.length === 0 && faults.length === 0;
}
