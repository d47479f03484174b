/** The files of scenarios/library, read. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Scenario } from '../../../../scenarios/index.ts';
import { readScenario } from '../../../../scenarios/index.ts';

const LIBRARY = new URL('../../../../scenarios/library/', import.meta.url);

/** Every file, in the order of their names. */
export const INCIDENTS: readonly Scenario[] = readdirSync(LIBRARY)
  .filter((file) => file.endsWith('.yaml'))
  .toSorted()
  .map((file) => readScenario(readFileSync(new URL(file, LIBRARY), 'utf8'), file));
