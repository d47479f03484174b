import type { Gates } from '../contract/versions.ts';
import type { Services } from '../services.ts';

/** The inputs of a row's text besides the row: the member's version, and the immutable part of its state. */
export type Rendering = Pick<Services, 'gates' | 'state'>;

/**
 * Renders rows to JSON text, once for each member. Rows are immutable, so the text is cached and a page joins cached
 * texts.
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
