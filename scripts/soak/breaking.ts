/**
 * The suite through a proxy that breaks one sentence at a time, every sentence: the test has two of each requirement.
 *
 *     node scripts/soak/breaking.ts [PART-OF-A-NAME]
 *
 * Exits 1 where one is not blamed.
 */
import { fileURLToPath } from 'node:url';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { survivedBy } from '../outside/breaking/survived.ts';
import { BREAKAGES } from '../outside/breaking/table.ts';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , part = ''] = process.argv;
  const checks = await loadChecks();
  for (const row of BREAKAGES) {
    const name = `${row.breaks.join(' ')}: ${row.name}`;
    if (!name.includes(part)) continue;
    const { survived, faults } = await survivedBy(row, checks);
    console.log(`${survived.length + faults.length === 0 ? 'blamed ' : 'MISSED '} ${name}`);
    if (survived.length + faults.length > 0) process.exitCode = 1;
  }
}
