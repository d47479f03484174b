import { type Decimal, decimal, fitsInt64At, formatDecimal, isZero } from '../../../gateway/contract/decimal.ts';
import type { Money } from '../../../gateway/facts.ts';

type Amounts<Name extends string> = Readonly<Record<Name, Money | null>>;

/**
 * The amounts of one policy at one scale: the finest that any of them states, or `unitScale` if that is finer (MON-18).
 * A zero is unset: null, without a scale. The 64-bit limit applies at the finest stated scale; the asset's own places
 * only pad the text.
 *
 * @param unitScale of the policy's asset.
 * @returns the first amount past a 64-bit integer at the finest stated scale, if there is one (MON-19).
 */
export function atSharedScale<Name extends string>(
  amounts: Amounts<Name>,
  unitScale: number,
): { readonly amounts: Amounts<Name> } | { readonly tooLong: Name; readonly amount: Decimal; readonly scale: number } {
  const names = Object.keys(amounts) as Name[];
  const stated = names.map((name) => [name, stateOf(amounts[name])] as const);
  const finest = Math.max(0, ...stated.map(([, amount]) => amount?.scale ?? 0));
  const scale = Math.max(unitScale, finest);
  for (const [name, amount] of stated) {
    if (amount !== null && !fitsInt64At(amount, finest)) return { tooLong: name, amount, scale: finest };
  }
  const written = stated.map(([name, amount]) => [name, amount === null ? null : formatDecimal(amount, scale)]);
  return { amounts: Object.fromEntries(written) as Amounts<Name> };
}

function stateOf(money: Money | null): Decimal | null {
  if (money === null) return null;
  const amount = decimal(money);
  return isZero(amount) ? null : amount;
}
