import type { Gates } from '../contract/versions.ts';
import type { Services } from '../services.ts';

/** What a row's text depends on besides the row: the member's version, and what never changes of its state. */
export type Rendering = Pick<Services, 'gates' | 'state'>;

/**
 * Renders rows to JSON text, each once for each member: rows are immutable, so the text of one never changes, and a page
 * of a hundred is a hundred texts put together.
 */
export function rowJson<Row extends object>(
  view: (row: Row, rendering: Rendering) => object,
): (row: Row, rendering: Rendering) => string {
  const rendered = new WeakMap<Gates, WeakMap<Row, string>>();
  return (row, rendering) => {
    let ofMember = rendered.get(rendering.gates);
    if (ofMember === undefined) {
      ofMember = new WeakMap();
      rendered.set(rendering.gates, ofMember);
    }
    let text = ofMember.get(row);
    if (text === undefined) {
      text = JSON.stringify(view(row, rendering));
      ofMember.set(row, text);
    }
    return text;
  };
}
