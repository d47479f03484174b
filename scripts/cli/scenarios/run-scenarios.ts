/** `touchstone scenarios` as a process. */
import { dirname, join, relative } from 'node:path';
import { REQUIREMENTS } from '../../../conformance/contract/requirements.ts';
import type { Scenario } from '../../../scenarios/index.ts';
import { harmless, suggestion, wrapped } from '../../../scenarios/index.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { readText } from '../open-target.ts';
import { libraryNames, libraryPath } from '../replay/library.ts';
import { sayingProblems } from '../replay/saying-problems.ts';
import type { ScenarioFile } from '../replay/scenario-files.ts';
import { readNamed, scenarioFiles } from '../replay/scenario-files.ts';
import { UsageError } from '../usage-error.ts';

export interface ScenariosOptions {
  readonly requirement?: string;
  readonly text?: string;
  readonly json?: true;
}

const NO_THEME = 'others';
/** Of what is piped. */
const USUAL_COLUMNS = 100;

function isWanted({ id, story, client = '', theme = '', proves }: Scenario, { requirement, text }: ScenariosOptions) {
  const words = `${id} ${story} ${theme} ${client}`.toLowerCase();
  return (
    (requirement === undefined || proves.includes(requirement.toUpperCase())) &&
    (text === undefined || words.includes(text.toLowerCase()))
  );
}

function mustBeKnown({ requirement }: ScenariosOptions): void {
  if (requirement === undefined) return;
  const known = REQUIREMENTS.map(({ id }) => id as string);
  if (known.includes(requirement.toUpperCase())) return;
  throw new UsageError(
    `--requirement ${requirement}: there is no such requirement${suggestion(requirement, known)} (touchstone list --requirements)`,
  );
}

function linesOf(
  { id, story, client, proves, file }: Scenario,
  isLibrary: boolean,
  columns: number,
): readonly string[] {
  const below = (text: string) => wrapped(harmless(text), columns - 2).map((line) => `  ${line}`);
  return [
    isLibrary ? id : `${id}  ${file}`,
    ...below(story),
    ...(client === undefined ? [] : below(`Client: ${client}`)),
    ...(proves.length === 0 ? [] : [`  ${proves.join(', ')}`]),
  ];
}

function listing(scenarios: readonly Scenario[], isLibrary: boolean, columns: number): readonly string[] {
  const themes = Map.groupBy(scenarios, ({ theme = NO_THEME }) => theme);
  const titled = themes.size > 1 || !themes.has(NO_THEME);
  return [...themes.keys()]
    .toSorted((a, b) => Number(a === NO_THEME) - Number(b === NO_THEME))
    .flatMap((theme) => [
      ...(titled ? [`# ${theme}`, ''] : []),
      ...(themes.get(theme) ?? []).flatMap((scenario) => [...linesOf(scenario, isLibrary, columns), '']),
    ]);
}

/** The first line names the schema for editors, from where the command was run. */
function readyToCopy(text: string, { cwd }: CommandIo): string {
  const schema = join(dirname(libraryPath('any')), '../scenario.schema.json');
  const near = relative(cwd, schema);
  return text.replace(/(?<=^# yaml-language-server: \$schema=).*/, near.startsWith('..') ? schema : near);
}

async function library(): Promise<readonly ScenarioFile[]> {
  return (await libraryNames()).map((name) => ({ name, path: libraryPath(name) }));
}

/** @throws UsageError */
export async function runScenarios(
  operands: readonly string[],
  options: ScenariosOptions,
  io: CommandIo,
): Promise<ExitStatus> {
  mustBeKnown(options);
  const [name] = operands;
  const names = await libraryNames();
  if (name !== undefined && operands.length === 1 && names.includes(name) && options.json === undefined) {
    io.stdout.write(readyToCopy(await readText(libraryPath(name), io, 'scenario'), io));
    return 0;
  }
  return sayingProblems(io, async () => {
    const isLibrary = operands.length === 0;
    const files = isLibrary ? await library() : await scenarioFiles(operands, io);
    const scenarios: Scenario[] = [];
    for (const file of files) scenarios.push(await readNamed(file, io));
    const wanted = scenarios.filter((scenario) => isWanted(scenario, options));
    if (options.json === true) {
      const rows = wanted.map(({ id, story, client, theme, proves, file }) => ({
        ...{ id, story, client, theme, proves },
        ...(isLibrary ? {} : { file }),
      }));
      io.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
      return 0;
    }
    const columns = io.stdout.columns ?? USUAL_COLUMNS;
    const count = `${wanted.length} of ${scenarios.length} scenarios`;
    const lines = [
      ...listing(wanted, isLibrary, columns),
      wanted.length === scenarios.length ? `${wanted.length} scenarios` : count,
    ];
    io.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return 0;
  });
}
