import { z } from 'zod';
import { MONEY_MAX_LENGTH, MONEY_PATTERN } from '../decimal.ts';
import { INT32_MAX } from '../int32.ts';
import { KEY_PATTERN } from '../keys.ts';
import { moneyFault } from '../money.ts';

const INT64_PATTERN = /^(0|[1-9][0-9]{0,18})$/;
const INT64_MAX = 2n ** 63n - 1n;

/** A money value as served: an exact decimal at the scale its own value states. */
export const money = z.string().max(MONEY_MAX_LENGTH).regex(MONEY_PATTERN);

/** In the document a money property carries the pattern and the length itself, also where it may be null (SVC-10). */
const PUBLISHED = { type: ['string', 'null'], maxLength: MONEY_MAX_LENGTH, pattern: MONEY_PATTERN.source };
const publishedMoney = {
  override: ({ jsonSchema }: { jsonSchema: { anyOf?: unknown } }) => {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, PUBLISHED);
  },
};

/** A served money value, or null where it is unset. */
export const nullableMoney = money.nullable().meta(publishedMoney);

/**
 * A money value as accepted in requests: the pattern, the length over the string as sent, at most 18 fractional digits,
 * a 64-bit integer at its own scale (MON-01 to MON-10). '0', null and an absent field are unset (MON-14).
 */
export const moneyInput = money
  .superRefine((text, context) => {
    const fault = moneyFault(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', ...fault });
  })
  .nullable()
  .meta(publishedMoney)
  .optional();

/** A register key: int32. */
export const key32 = z.int().min(1).max(INT32_MAX);
/** A reference that may be unset: 0, null and an absent field all mean unset (ID-06). */
export const reference32 = z.int().min(0).max(INT32_MAX).nullable().optional();

/** An int64 as a decimal string; a JSON number is refused (ID-04). */
export const int64 = z
  .string()
  .regex(INT64_PATTERN)
  .refine((text) => !INT64_PATTERN.test(text) || BigInt(text) <= INT64_MAX, { error: 'is past a 64-bit integer' });
/** Epoch nanoseconds as a decimal string. */
export const ns = z.string().regex(INT64_PATTERN);
/** A position of the platform's sequence as a decimal string. */
export const position = z.string().regex(INT64_PATTERN);

/** A command key as a body restates it: the grammar of the Idempotency-Key. */
export const commandKey = z.string().regex(KEY_PATTERN);

/**
 * Marks a part of the document that the interface does not show and this platform designed (README, the table of
 * assumptions).
 */
export const assumed = { 'x-assumed': true };

/** The version of a row: 1 for the first state. Its ETag quotes it. */
export const version = z
  .int()
  .min(1)
  .meta({ ...assumed, description: 'Grows with every change; the row’s ETag quotes it.' });
/** A restated version of the If-Match; a contradiction is refused (MATCH-05). */
export const restatedVersion = version.optional();

/**
 * Text of at most `longest` Unicode characters, counted as JSON Schema counts them. JavaScript counts UTF-16 units,
 * which would refuse texts that the document admits.
 */
export function text(most: number, least = 0) {
  const said = least === 0 ? `is longer than ${most} characters` : `is not ${least} to ${most} characters long`;
  return z
    .string()
    .refine((value) => isWithin(value, least, most), said)
    .meta(least === 0 ? { maxLength: most } : { minLength: least, maxLength: most });
}

function isWithin(value: string, least: number, most: number): boolean {
  if (value.length > 2 * most) return false;
  const { length } = [...value];
  return length >= least && length <= most;
}

/** A display name: 1 to 64 characters, no control characters, no space at either end. */
export const displayName = text(64, 1)
  .regex(/^(?! )[^\p{Cc}]*(?<! )$/u, 'holds a control character, or a space at an end')
  .meta(assumed);
/** A remark on a write; never judged, and stored only by the rows of algos. */
export const remark = text(500).nullable().optional();
