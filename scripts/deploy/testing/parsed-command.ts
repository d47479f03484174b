import { Command } from 'commander';
import { COMMAND_NAMES } from '../../cli/command-names.ts';
import { COMMANDS } from '../../cli/command-table.ts';

/** The options of `touchstone NAME ...` by the command's own parser. Throws for one that it does not know. */
export async function parsedCommand([name, ...args]: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const known = COMMAND_NAMES.find((one) => one === name);
  if (known === undefined) throw new Error(`there is no command ${name}`);
  const command = new Command(known)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .allowExcessArguments(false);
  const { declare } = await COMMANDS[known]();
  declare?.(command);
  return command.parse([...args], { from: 'user' }).opts();
}
