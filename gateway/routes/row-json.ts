import type { Gates } from '../contract/versions.ts';

/**
 * Renders rows to JSON text, each once for each member: rows are immutable, so the text of one never changes, and a page
 * of a hundred is a hundred texts put together.
 */
export function rowJson<Row extends object>(
  view: (row: Row, gates: Gates) => object,
): (row: Row, gates: Gates) => string {
  const rendered = new WeakMap<Gates, WeakMap<Row, string>>();
  return (row, gates) => {
    let ofMember = rendered.get(gates);
    if (ofMember === undefined) {
      ofMember = new WeakMap();
      rendered.set(gates, ofMember);
    }
    let text = ofMember.get(row);
    if (text === undefined) {
      text = JSON.stringify(view(row, gates));
      ofMember.set(row, text);
    }
    return text;
  };
}
