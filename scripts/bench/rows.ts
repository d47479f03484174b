/** The rows, a file of rows/ each. */
import { readdirSync } from 'node:fs';
import type { Row } from './row.ts';

const FOLDER = new URL('rows/', import.meta.url);

/** Every row, or those of these ids or file names, by id; a message if there is no such row. */
export async function namedRows(names: readonly string[]): Promise<readonly Row[] | string> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
  const all = await Promise.all(
    files.map(async (file) => {
      const { default: row } = (await import(new URL(file, FOLDER).href)) as { readonly default: Row };
      return { name: file.slice(0, -'.ts'.length), row };
    }),
  );
  const isNamed = ({ name, row }: (typeof all)[number], asked: string) => asked === name || asked === row.id;
  const unknown = names.filter((asked) => !all.some((one) => isNamed(one, asked)));
  const sorted = all.toSorted((left, right) => left.row.id.localeCompare(right.row.id, 'en', { numeric: true }));
  if (unknown.length > 0) {
    const known = sorted.map(({ name, row }) => `${row.id} (${name})`).join(', ');
    return `there is no row ${unknown.join(', ')}; there are ${known}`;
  }
  return sorted.filter((one) => names.length === 0 || names.some((asked) => isNamed(one, asked))).map(({ row }) => row);
}
