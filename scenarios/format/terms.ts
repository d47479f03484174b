/** Shapes that every kind of step uses: durations, counts, names. */
import { z } from 'zod';
import { PRINCIPAL_NAMES } from '../../conformance/member/profile/principals.ts';
import { text } from './closed.ts';
import { durationMs, durationText } from './scenario-duration.ts';
import { shown } from './shown.ts';

/** The principals that a step may act as, and `anonymous`. */
export const ACTORS = [...PRINCIPAL_NAMES, 'anonymous' as const];

/** The optional note of every step. */
export const note = { note: text('note').optional().describe('Why the step is there; printed above it.') };

/** As an editor completes it: the reader says more exactly what is wrong. */
const WRITTEN_DURATION = {
  description: 'A duration: 250ms, 2s, 90m, 24h, 1d, or a number of milliseconds.',
  anyOf: [
    { type: 'string' as const, pattern: '^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$' },
    { type: 'number' as const, minimum: 0 },
  ],
};

/** Of real time: a scenario that waits longer is a mistake, and a timer would overflow. */
export const LONGEST_WAIT_MS = 24 * 24 * 3_600_000;

/** A duration, parsed to milliseconds; `what` names it in messages. */
export function duration(what: string, mostMs = Number.POSITIVE_INFINITY) {
  return z
    .unknown()
    .meta(WRITTEN_DURATION)
    .transform((value, context) => {
      const ms = durationMs(value);
      if (ms !== undefined && ms <= mostMs) return ms;
      if (ms !== undefined) {
        context.addIssue(`${what} ${shown(value)} is too long: ${durationText(mostMs)} is the most`);
        return z.NEVER;
      }
      const seen = value === undefined ? 'is missing' : `${shown(value)} is not a duration`;
      context.addIssue(`${what} ${seen}: write 250ms, 2s, 90m, 24h, 1d or a number of milliseconds`);
      return z.NEVER;
    });
}

/** As `duration`, or negative with a minus: `-3s`. */
export function signedDuration(what: string) {
  return z
    .unknown()
    .meta({
      description: 'A duration; with a minus before it below zero, such as -3s.',
      anyOf: [{ type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$' }, { type: 'number' }],
    })
    .transform((value, context) => {
      const behind = typeof value === 'string' && value.startsWith('-');
      const ms = typeof value === 'number' ? durationMs(Math.abs(value)) : durationMs(behind ? value.slice(1) : value);
      if (ms !== undefined) return behind || (value as number) < 0 ? -ms : ms;
      context.addIssue(`${what} ${shown(value)} is not a duration: write 250ms, 2s or, for behind, -3s`);
      return z.NEVER;
    });
}

/** A whole number of at least `least`. */
export function count(what: string, least: number) {
  return z.int({ error: `${what} must be a whole number` }).min(least, `${what} must be at least ${least}`);
}

/** A refusal code in upper case. */
export const refusalCode = text('a refusal code').regex(/^[A-Z][A-Z0-9_]*$/, 'a refusal code is written LIKE_THIS');

/** The name of a step, a hold, a socket, a ticket or a roll. */
export const STEP_NAME = /^[A-Za-z][\w.-]*$/;
/** As `STEP_NAME`. */
export const stepName = text('a name').regex(STEP_NAME, 'a name starts with a letter and holds letters, digits, _ . -');

/** The query parameters of a request or of a handshake. */
export const query = z.record(z.string(), z.union([z.string(), z.number()]), {
  error: 'query is a mapping of texts and numbers',
});
