/** What members make of an amount that read it as a 64-bit float. */

/** Of as many digits as a double tells apart: shorter amounts stay as they are. */
export function throughADouble(amount: unknown): unknown {
  const digits = String(amount).replace('.', '').length;
  return typeof amount === 'string' && digits > 16 ? Number(amount).toString() : amount;
}

/** The value whose scaled integer a double holds: exact up to 2^53. */
export function scaledThroughADouble(amount: unknown): unknown {
  if (typeof amount !== 'string') return amount;
  const places = amount.split('.')[1]?.length ?? 0;
  const scaled = BigInt(Number(amount.replace('.', '')))
    .toString()
    .padStart(places + 1, '0');
  return places === 0 ? scaled : `${scaled.slice(0, -places)}.${scaled.slice(-places)}`;
}
