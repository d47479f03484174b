import { readFile } from 'node:fs/promises';
import { ControlError } from './control-error.ts';

/**
 * A file of the console as Vite has built it (scripts/build/pages). The set-up of a clone builds it, and the package has it.
 * @throws ControlError NOT_FOUND where it is not built
 */
export async function consoleFile(name: string): Promise<string> {
  try {
    return await readFile(new URL(`./console/built/${name}`, import.meta.url), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ControlError('NOT_FOUND', 'the console is not built here: npm run setup builds it');
  }
}
