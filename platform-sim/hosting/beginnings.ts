/**
 * The beginnings of the last worlds: a world of the same seed, size, time and limits begins with the same records, so
 * it continues from them instead of judging its history again. On a virtual clock most worlds of a host begin alike.
 */
import type { Journal } from '../log/journal.ts';
import { forkOf } from '../log/memory.ts';
import type { Platform, PlatformMark } from '../platform.ts';

export interface WorldBeginning {
  /** To copy: it serves more than one world. */
  readonly journal: Journal;
  readonly platform: PlatformMark;
}

/** Few: those of a large world hold some megabytes. */
const MOST_BEGINNINGS = 4;

export class Beginnings {
  readonly #known: Map<string, WorldBeginning> = new Map();

  /** @param of everything that the records of the beginning depend on. */
  find(of: string): WorldBeginning | undefined {
    return this.#known.get(of);
  }

  /** Call it right after the platform began, before any other record. */
  keep(of: string, { journal, head, mark }: Pick<Platform, 'journal' | 'head' | 'mark'>): void {
    const platform = mark();
    if (platform === undefined) return;
    if (this.#known.size >= MOST_BEGINNINGS) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(of, { journal: forkOf(journal, head()), platform });
  }
}
