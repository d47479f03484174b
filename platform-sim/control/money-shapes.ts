/** Ids and amounts in requests to the control plane. */
import { z } from 'zod';
import { compare, parseDecimal, ZERO } from '../../gateway/contract/decimal.ts';
import { moneyFault } from '../../gateway/contract/money.ts';

/** The id of a row: a positive 32-bit integer. */
export const rowId = z.int().min(1).max(2_147_483_647);

/** A decimal in the money grammar, as text. */
export const signedAmount = z.string().superRefine((text, context) => {
  const fault = amountFault(text);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault, continue: false });
});

/** A positive decimal in the money grammar, as text. */
export const amount = z.string().superRefine((text, context) => {
  const isNone = amountFault(text) === undefined && compare(parseDecimal(text) ?? ZERO, ZERO) <= 0;
  const message = isNone ? 'must be more than 0' : amountFault(text);
  if (message !== undefined) context.addIssue({ code: 'custom', message, continue: false });
});

function amountFault(text: string): string | undefined {
  const fault = moneyFault(text)?.message;
  return fault ?? (parseDecimal(text) === undefined ? 'is not a decimal such as 0.01' : undefined);
}
