/**
 * A schedule as a file, for `touchstone client --scenario FILE -- COMMAND`:
 *
 *     # the answer to POST /orders key k1 was lost; 1.2 s later the client sent the same with key k2
 *     rule: CLI-01
 *     seed: 1
 *     troubles:
 *       - kind: answer-lost
 *         at: { on: { edge: answer, method: POST, path: /orders }, nth: 1 }
 */
import { stringify } from 'yaml';
import { z } from 'zod';
import type { FaultRule } from '../../conformance/member/control/control.ts';
import { fault } from '../format/fault-format.ts';
import { ScenarioProblem } from '../format/problem.ts';
import { readSource } from '../format/source.ts';
import { KINDS, kindNamed } from './kinds.ts';
import type { Schedule } from './schedule.ts';

const MOST_TROUBLES = 16;

const spot = z.strictObject({ on: fault.shape.on, nth: z.int().min(1).max(10_000) });

const trouble = z.strictObject({ kind: z.string(), at: spot.optional() }).superRefine(({ kind, at }, context) => {
  const known = kindNamed(kind);
  if (known === undefined) {
    const names = KINDS.map(({ name }) => name).join(', ');
    context.addIssue({
      code: 'custom',
      path: ['kind'],
      message: `there is no kind ${kind.slice(0, 64)}; there are ${names}`,
    });
  } else if (known.over !== 'once' && at === undefined) {
    context.addIssue({ code: 'custom', message: `${kind} strikes one ${known.over}: state at: { on: ..., nth: 1 }` });
  }
});

const shape = z.strictObject({
  rule: z.string().max(16).optional(),
  seed: z.int().min(0),
  troubles: z.array(trouble).max(MOST_TROUBLES),
});

export interface ScheduleFile {
  /** The rule that the client broke. */
  readonly rule?: string;
  readonly schedule: Schedule;
}

/** @throws ScenarioProblem with the line and column of each problem */
export function readScheduleFile(text: string, file: string): ScheduleFile {
  const source = readSource(text, file);
  if (typeof source.value === 'object' && source.value !== null && 'story' in source.value) {
    const message = 'this is a scenario for touchstone replay; touchstone client takes a schedule of seed and troubles';
    throw new ScenarioProblem([{ file, ...source.placeOf([]), message }]);
  }
  const read = shape.safeParse(source.value);
  if (!read.success) {
    throw new ScenarioProblem(
      read.error.issues.map(({ path, message }) => ({
        ...{ file, ...source.placeOf(path) },
        message: path.length === 0 ? message : `${path.join('.')}: ${message}`,
      })),
    );
  }
  const { rule, seed, troubles } = read.data;
  const schedule = {
    seed,
    troubles: troubles.map(({ kind, at }) =>
      at === undefined ? { kind } : { kind, at: { on: at.on as FaultRule['on'], nth: at.nth } },
    ),
  };
  return { ...(rule === undefined ? {} : { rule }), schedule };
}

/** @param moment what the client met and did, for people */
export function scheduleFileText({ rule, schedule: { seed, troubles } }: ScheduleFile, moment: string): string {
  const comment = moment.replaceAll(/[^\P{C}]/gu, ' ');
  return `# touchstone client --scenario FILE -- COMMAND\n# ${comment}\n${stringify({ ...(rule === undefined ? {} : { rule }), seed, troubles }, { lineWidth: 0 })}`;
}
