/**
 * `npm run new:check AREA/NAME REQUIREMENT`: the two files of a new check, which says nothing yet: its test fails until it does.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isRequirementId, requirement as requirementOf } from '../../conformance/contract/requirements.ts';
import { checkFiles, nameFault } from './new-check/check-files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const areas = readdirSync(`${ROOT}conformance/checks`);
const [id = '', requirement = ''] = process.argv.slice(2);
const fault =
  nameFault(id, areas) ??
  (isRequirementId(requirement)
    ? undefined
    : `${requirement || 'nothing'} is no requirement: touchstone list --requirements`);
const files = fault === undefined && isRequirementId(requirement) ? checkFiles(id, requirementOf(requirement)) : {};
const taken = Object.keys(files).find((path) => existsSync(ROOT + path));
const wrong = fault ?? (taken && `${taken} is there already`);
if (wrong !== undefined) {
  process.stderr.write(`npm run new:check AREA/NAME REQUIREMENT: ${wrong}\n`);
  process.exit(2);
}
for (const [path, text] of Object.entries(files)) {
  writeFileSync(ROOT + path, text);
  process.stdout.write(`${path}\n`);
}
process.stdout.write(
  `then: npm run format, a known-bad member in gateway/defects/ that breaks ${requirement}, and npm run mutants -- ${requirement}\n`,
);
