import type { PageData } from '../page-data.ts';
import { visible } from '../visible-text.ts';

/** The element that holds the data of the page. */
const DATA_ID = 'data';

/** Characters of a target that hide or reorder text are written out, wherever the page shows them. */
export function readData(): PageData | undefined {
  const text = document.getElementById(DATA_ID)?.textContent;
  if (text === undefined || text === '') return undefined;
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? visible(value) : value)) as PageData;
}
