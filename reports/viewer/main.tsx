import { render } from 'preact';
import './parts/parts.css';
import './page.css';
import { ComparisonPage } from './comparison/comparison-page.tsx';
import { readData } from './data.ts';
import { openForPrint } from './open-for-print.ts';
import { ReportPage } from './report/report-page.tsx';

const root = document.getElementById('page');
const data = readData();
if (root !== null && data !== undefined) {
  render(data.kind === 'report' ? <ReportPage {...data} /> : <ComparisonPage {...data} />, root);
  openForPrint();
  // The target of the address exists only now.
  if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
