import type { Gates } from '../contract/versions.ts';
import type { Services } from '../services.ts';
import { type Envelope, PageBytes } from './page-bytes.ts';

/** The inputs of a row's text besides the row: the member's version, and the immutable part of its state. */
export type Rendering = Pick<Services, 'gates' | 'state'>;

/** The JSON text of a row. */
export interface RowJson<Row> {
  (row: Row, rendering: Rendering): string;
  /** The same of a row that was just written: most are not read before they change, so the text is not cached. */
  ofWritten(row: Row, rendering: Rendering): string;
  /** A page of rows, in UTF-8. */
  ofPage(rows: readonly Row[], envelope: Envelope, rendering: Rendering): Buffer | Promise<Buffer>;
}

/** What one member has rendered of one kind of row. */
interface Rendered<Row extends object> {
  readonly texts: WeakMap<Row, string>;
  readonly pages: PageBytes<Row>;
}

/** Renders rows to JSON text, once for each member. Rows are immutable, so the text is cached. */
export function rowJson<Row extends object>(view: (row: Row, rendering: Rendering) => object): RowJson<Row> {
  const byMember = new WeakMap<Gates, Rendered<Row>>();
  const ofWritten = (row: Row, rendering: Rendering): string => JSON.stringify(view(row, rendering));
  const renderedBy = (rendering: Rendering): Rendered<Row> => {
    const known = byMember.get(rendering.gates);
    if (known !== undefined) return known;
    const rendered = { texts: new WeakMap(), pages: new PageBytes<Row>((row) => json(row, rendering)) };
    byMember.set(rendering.gates, rendered);
    return rendered;
  };
  const json = (row: Row, rendering: Rendering): string => {
    const { texts } = renderedBy(rendering);
    let text = texts.get(row);
    if (text === undefined) {
      text = ofWritten(row, rendering);
      texts.set(row, text);
    }
    return text;
  };
  const ofPage: RowJson<Row>['ofPage'] = (rows, envelope, rendering) => renderedBy(rendering).pages.of(rows, envelope);
  return Object.assign(json, { ofWritten, ofPage });
}
