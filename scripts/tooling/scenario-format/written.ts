/** The two files that say what a scenario may hold, made of its shapes: for editors, and for readers. */
import type { StepKind } from '../../../scenarios/format/format.ts';
import { scenarioJsonSchema } from '../../../scenarios/format/json-schema.ts';
import { EXPECT_WORDS, FILE_WORDS, MATCHER_WORDS, SAVE, STEP_WORDS } from '../../../scenarios/format/reference.ts';

const BEGIN = '<!-- The reference: npm run scenario-format writes it. -->';
const END = '<!-- End of the reference. -->';

function rows(head: string, words: Readonly<Record<string, string>>): readonly string[] {
  const lines = Object.entries(words).map(([name, said]) => `| \`${name}\` | ${said.replaceAll('|', '\\|')} |`);
  return [`| ${head} | |`, '|---|---|', ...lines, ''];
}

function stepLines(kind: StepKind): readonly string[] {
  const { does, keys, example } = STEP_WORDS[kind];
  const own = Object.entries(keys).filter(([key]) => key !== 'expect' && key !== 'save');
  const listed = own.map(([key, said]) => `  - \`${key}\`: ${said}`);
  return [`- **${kind}**: ${does} \`- ${example}\``, ...listed];
}

/** Markdown: the keys of a file, every step, what `expect` and `save` take, every matcher. */
export function referenceText(): string {
  return [
    BEGIN,
    '',
    ...rows('key of a file', FILE_WORDS.keys),
    `Every step takes \`note\`, why it is there. Steps with an answer take \`expect\`, what it has to be, and \`save\`. ${SAVE}`,
    'The key that names a step is first in its list:',
    '',
    ...(Object.keys(STEP_WORDS) as StepKind[]).flatMap(stepLines),
    '',
    ...rows('key of `expect`', EXPECT_WORDS),
    ...rows('matcher', MATCHER_WORDS),
    END,
  ].join('\n');
}

/** A README with the reference put where its markers are. Throws where it has none. */
export function withReference(readme: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`scenarios/README.md has no line ${BEGIN} and ${END} after it`);
  return readme.slice(0, begin) + referenceText() + readme.slice(end + END.length);
}

export function schemaText(): string {
  return `${JSON.stringify(scenarioJsonSchema(), null, 1)}\n`;
}
