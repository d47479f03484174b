/**
 * Moments at which a world changed under its clients: deploys, crashes, resets and steps of the clock. The console
 * draws them as lines across exchanges and records.
 */
import type { Ns } from '../gateway/facts.ts';

/** Maximum number of marks that a world keeps. */
export const MARKS_KEPT = 500;

export const MARK_KINDS = ['deploy', 'crash', 'reset', 'clock'] as const;
type MarkKind = (typeof MARK_KINDS)[number];

export type AddMark = (kind: MarkKind, text: string) => void;

interface Moment {
  readonly atNs: Ns;
  /** The number of exchanges before it. */
  readonly exchanges: number;
  /** The head of the sequence. */
  readonly position: number;
}

export interface Mark extends Moment {
  /** Starts at 1 with the world. A reset does not change it. */
  readonly n: number;
  readonly kind: MarkKind;
  readonly text: string;
}

/** Keeps the last marks of a world. */
export class Marks {
  readonly #now: () => Moment;
  #kept: readonly Mark[] = [];

  constructor(now: () => Moment) {
    this.#now = now;
  }

  readonly add: AddMark = (kind, text) => {
    this.#kept = [...this.#kept, { n: this.count() + 1, ...this.#now(), kind, text }].slice(-MARKS_KEPT);
  };

  /** The number of all marks since the start. */
  count(): number {
    return this.#kept.at(-1)?.n ?? 0;
  }

  /** Marks after the n-th that are kept, oldest first. */
  after(n: number): readonly Mark[] {
    return this.#kept.filter((mark) => mark.n > n);
  }
}

/** `m1 restarted at 0.12.0`; without another process, what changed: `m1 deployed: algos off`. */
export function deployText(
  { name, version }: { readonly name: string; readonly version: string },
  change: Readonly<Partial<Record<'version' | 'socketVersion' | 'surfaces' | 'weight', unknown>>> = {},
): string {
  const { version: to, socketVersion, surfaces, weight } = change;
  const changed = Object.entries(surfaces ?? {}).map(([surface, isThere]) => `${surface} ${isThere ? 'on' : 'off'}`);
  if (weight !== undefined) changed.push(`weight ${weight}`);
  const isRestarted = to !== undefined || socketVersion !== undefined || changed.length === 0;
  return isRestarted ? `${name} restarted at ${version}` : `${name} deployed: ${changed.join(', ')}`;
}

/** `m2 crashed by fault f3`. */
export function crashText(name: string, fault: string | undefined): string {
  return `${name} crashed${fault === undefined ? '' : ` by fault ${fault}`}`;
}
