/** The options of `npm run soak`. */
import { parseArgs } from 'node:util';
import { durationMs, LONGEST_MS } from '../../platform-sim/duration.ts';

export interface SoakOptions {
  /** The programs to run; empty: all. */
  readonly names: readonly string[];
  readonly isHelp: boolean;
  /** Whether `--for` or `--seed` was stated: they apply only to `mixed`. */
  readonly isTimed: boolean;
  /** Options of `mixed`. */
  readonly lastsMs: number;
  readonly seed: number;
}

/** Returns one line with the error if the options are invalid. @param known the names of the programs */
export function soakOptions(args: readonly string[], known: readonly string[]): SoakOptions | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    // Node appends advice about dashes to the first sentence.
    return `${String((error as Error).message).split('. ')[0]}; --help lists the options`;
  }
  const { values, positionals: names } = parsed;
  const isTimed = values.for !== undefined || values.seed !== undefined;
  const [lastsMs, seed] = [durationMs(values.for ?? '10m'), Number(values.seed ?? 1)];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) return `there is no soak ${unknown.join(', ')}; there are ${known.join(', ')}`;
  if (isTimed && names.some((name) => name !== 'mixed'))
    return '--for and --seed are of mixed alone: state no other name';
  if (!(lastsMs > 0 && lastsMs <= LONGEST_MS))
    return `--for ${values.for}: a duration such as 90s, 30m or 2h is needed`;
  if (!Number.isSafeInteger(seed) || seed < 0) return `--seed ${values.seed}: a whole number from 0 on is needed`;
  return { names: isTimed ? ['mixed'] : names, isHelp: values.help, isTimed, lastsMs, seed };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      for: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}
