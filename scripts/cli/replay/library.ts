/** The scenarios that come with the package, by name. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const LIBRARY = fileURLToPath(new URL('../../../scenarios/library/', import.meta.url));

/** The names, such as `202-then-poll`, in alphabetical order. */
export async function libraryNames(): Promise<readonly string[]> {
  const files = await readdir(LIBRARY);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .toSorted();
}

/** The path of one, whether it is there or not. */
export function libraryPath(name: string): string {
  return `${LIBRARY}${name}.yaml`;
}
