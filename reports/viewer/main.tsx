import { render } from 'preact';
import './parts/parts.css';
import './page.css';
import type { PageData } from '../page-data.ts';
import { visible } from '../visible-text.ts';
import { ComparisonPage } from './comparison/comparison-page.tsx';
import { ReportPage } from './report/report-page.tsx';

/** The element that holds the data of the page. */
const DATA_ID = 'data';

/** Characters of a target that hide or reorder text are written out, wherever the page shows them. */
function readData(): PageData | undefined {
  const text = document.getElementById(DATA_ID)?.textContent;
  if (text === undefined || text === '') return undefined;
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? visible(value) : value)) as PageData;
}

const root = document.getElementById('page');
const data = readData();
if (root !== null && data !== undefined) {
  render(data.kind === 'report' ? <ReportPage {...data} /> : <ComparisonPage {...data} />, root);
  openForPrint();
  // The target of the address exists only now.
  if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** On paper nothing can be opened: whatever matters (`data-print`) is open while the page is printed. */
function openForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  const open = () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('details[data-print]:not([open])')];
    for (const details of opened) details.open = true;
  };
  const close = () => {
    for (const details of opened) details.open = false;
    opened = [];
  };
  addEventListener('beforeprint', open);
  addEventListener('afterprint', close);
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? open() : close()));
}
