/** Rows that may have changed although no fact of the history shows it. */
import type { Chronicle } from './chronicle.ts';
import { derived } from './derived.ts';
import type { RowName } from './row-sightings.ts';
import { rowName } from './row-sightings.ts';
import { keyNamed } from './rows-in.ts';

/** The rows of a write whose outcome the history does not show. */
export const openRows: (chronicle: Chronicle) => ReadonlySet<RowName> = derived(({ keys }) => {
  const names = new Set<RowName>();
  for (const { organisation, attempts } of keys) {
    if (attempts.some(({ outcome }) => outcome.kind === 'judged')) continue;
    for (const { outcome, subject } of attempts) {
      if (outcome.kind === 'turned-away' || subject === undefined) continue;
      const key = keyNamed(subject);
      if (key !== undefined) names.add(rowName(organisation, subject.family, key));
    }
  }
  return names;
});
