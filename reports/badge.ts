/** `badge.svg`: the verdict of a run in one line, for a README. No font is measured: the widths are stated. */
import { leftOutOfRun } from '../conformance/runner/record/depth.ts';
import { changesInWords, conclusionOf } from '../conformance/runner/record/headline.ts';
import type { RunRecord } from '../conformance/runner/record/run-record.ts';
import { element, xmlText } from './xml.ts';

/** Dark enough for white text. */
const COLOURS = { good: '#17713a', bad: '#b3261e', unsure: '#8a5a00' } as const;
const LABEL = 'trading gateway';
const HEIGHT = 20;
const CHARACTER_WIDTH = 6.4;
const PADDING = 6;

function wordsOf(record: RunRecord): string {
  const changes = changesInWords(record);
  return `${verdictOf(record)}${changes === undefined ? '' : `; ${changes}`}`;
}

function verdictOf(record: RunRecord): string {
  const { tone, headline } = conclusionOf(record);
  const { summary, requirements } = record;
  if (tone === 'good') {
    const words = `conforming: ${summary.pass} of ${requirements.length}`;
    if (leftOutOfRun(record) === undefined) return words;
    const depth = record.run.budget?.depth ?? 'thorough';
    return `${words}, ${depth === 'thorough' ? 'limited budget' : depth}`;
  }
  if (summary.fail > 0) return `${summary.fail} of ${requirements.length} failing`;
  return (headline.split(/[:(]/, 1)[0] ?? headline).trim().toLowerCase();
}

const widthOf = (text: string) => Math.round(text.length * CHARACTER_WIDTH + 2 * PADDING);

function part(text: string, x: number, fill: string): readonly string[] {
  const width = widthOf(text);
  const textLength = width - 2 * PADDING;
  return [
    element('rect', { x, y: 0, width, height: HEIGHT, fill }),
    element('text', { x: x + PADDING, y: 14, fill: '#ffffff', textLength, lengthAdjust: 'spacingAndGlyphs' }, [
      xmlText(text),
    ]),
  ];
}

/** The badge as SVG. */
export function badge(record: RunRecord): string {
  const words = wordsOf(record);
  const width = widthOf(LABEL) + widthOf(words);
  const title = `${LABEL}: ${words}`;
  const svg = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...{ width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': title },
      ...{ 'font-family': 'Verdana, DejaVu Sans, sans-serif', 'font-size': 11 },
    },
    [
      element('title', {}, [xmlText(title)]),
      ...part(LABEL, 0, '#3c444d'),
      ...part(words, widthOf(LABEL), COLOURS[conclusionOf(record).tone]),
    ],
  );
  return `${svg}\n`;
}
