/** `npm run soak failures`: `check` runs against thirty known-bad members and writes a scenario file for each. */
import { LEAVING, wrongWithScenario } from './failures/leaves-scenario.ts';

for (const [name, id] of LEAVING) {
  const wrong = await wrongWithScenario(name, id);
  process.stdout.write(
    `${wrong === undefined ? 'ok  ' : 'FAIL'} ${name}, found by ${id}${wrong === undefined ? '' : `: ${wrong}`}\n`,
  );
  if (wrong !== undefined) process.exitCode = 1;
}
