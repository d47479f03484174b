/** Durations as the control plane takes them: `'2s'`, `'1.5m'`, `'24h'`, or a number of milliseconds. */
const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Converts to milliseconds. Throws where the text is no duration, which is an error in the check. */
export function toMs(by: string | number): number {
  if (typeof by === 'number') return by;
  const [, amount, unit] = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)$/.exec(by) ?? [];
  if (amount === undefined) throw new Error(`'${by}' is no duration, such as '2s'`);
  return Number(amount) * UNITS_MS[unit as keyof typeof UNITS_MS];
}
