import type { ScenarioMaker } from '../../../platform-sim/control/scenario-maker.ts';
import { readScenario } from '../../../scenarios/index.ts';
import { exchangeLog } from './exchange-log.ts';
import { imported } from './imported.ts';

/** Of the console's export: the same as `touchstone import` of what it shows. */
export const makeScenario: ScenarioMaker = async (rows, { seed, clock }) => {
  const read = exchangeLog(
    rows.map((row, i) => ({ row: row as Readonly<Record<string, unknown>>, where: `row ${i + 1}` })),
  );
  const draft = imported(read, {
    ...{ id: 'from-the-console', story: `${rows.length} rows that were selected in the console.` },
    ...{ world: { seed }, clock },
  });
  readScenario(draft.text, 'from-the-console.yaml');
  return draft;
};
