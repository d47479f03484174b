import type { Gates } from '../contract/versions.ts';
import type { Services } from '../services.ts';

/** The inputs of a row's text besides the row: the member's version, and the immutable part of its state. */
export type Rendering = Pick<Services, 'gates' | 'state'>;

/** The JSON text of a row. */
export interface RowJson<Row> {
  (row: Row, rendering: Rendering): string;
  /** The same of a row that was just written: most are not read before they change, so the text is not cached. */
  ofWritten(row: Row, rendering: Rendering): string;
}

/** Renders rows to JSON text, once for each member. Rows are immutable, so the text is cached. */
export function rowJson<Row extends object>(view: (row: Row, rendering: Rendering) => object): RowJson<Row> {
  const byMember = new WeakMap<Gates, WeakMap<Row, string>>();
  const ofWritten = (row: Row, rendering: Rendering): string => JSON.stringify(view(row, rendering));
  const json = (row: Row, rendering: Rendering): string => {
    const texts = byMember.get(rendering.gates) ?? new WeakMap<Row, string>();
    byMember.set(rendering.gates, texts);
    const known = texts.get(row);
    if (known !== undefined) return known;
    const text = ofWritten(row, rendering);
    texts.set(row, text);
    return text;
  };
  return Object.assign(json, { ofWritten });
}
