/** A play on a terminal: one line a step as it happens, then the summary. Lines have no line end. */
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { errorCode } from '../../conformance/member/exchange/exchange.ts';
import type { Scenario, Step } from '../format/scenario.ts';
import { durationText } from '../format/scenario-duration.ts';
import { failureLines } from './failure.ts';
import type { Played, PlayedStep, StepVerdict } from './played.ts';
import type { Paint, Tone } from './terminal-text.ts';
import { cut, harmless, wrapped } from './terminal-text.ts';
import { sentWords, stepSubject, stepWords } from './words.ts';

const MARKS = { pass: '✓', fail: '✗', inconclusive: '?', done: '·' } as const satisfies Record<StepVerdict, string>;
const TONES = { pass: 'good', fail: 'bad', inconclusive: 'unsure', done: 'quiet' } as const satisfies Record<
  StepVerdict,
  Tone
>;

const SUBJECT_WIDTH = 11;
const DOES_WIDTH = 46;
const NARROW_DOES_WIDTH = 36;

function answerWords(e: Exchange | undefined): string {
  if (e === undefined) return '';
  if (e.response === null) return `no answer (${e.failure})`;
  return [e.response.status, errorCode(e)].filter((part) => part !== undefined).join(' ');
}

/** A frame can be as long as its row; the transcript has all of it. */
const LONGEST_FRAME = 100;
const LEAST_FRAME = 20;
/** The columns before it, and the number of characters after it. */
const FRAME_FROM = 76;
/** Fewer and the columns of a step are narrower. */
const USUAL_COLUMNS = 100;

/** A request as it was sent, with its references replaced; any other step as it is written. */
function doneWords(step: Step, exchanges: readonly Exchange[]): string {
  const [first] = exchanges;
  if (step.kind !== 'request' || first === undefined) return stepWords(step);
  const { method, path, headers } = first.request;
  const key = headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
  return sentWords({ method, path, ...(key === undefined ? {} : { key }) });
}

/** The lines before the first step: the file, the story and the target. @param columns of the terminal */
export function headLines(
  { file, id, story, client, world }: Scenario,
  where: string,
  paint: Paint,
  columns = USUAL_COLUMNS,
): readonly string[] {
  const advice = client === undefined ? [] : [`Client: ${client}`];
  return [
    `${paint('strong', id)}  ${file}`,
    ...[...story.split('\n').map((line) => line.trim()), ...advice].flatMap((text) =>
      wrapped(harmless(text), columns - 2).map((line) => `  ${line}`),
    ),
    paint('quiet', `  ${where} (world seed ${world.seed})`),
  ];
}

/** A played step in one line, its note before it, and what it shows if it failed. */
export function stepLines(played: PlayedStep, paint: Paint, file: string, columns = USUAL_COLUMNS): readonly string[] {
  const { step, verdict, happened, exchanges, received, movedMs } = played;
  const notes = [
    answerWords(exchanges.at(-1)),
    received === undefined ? '' : cut(received, Math.min(LONGEST_FRAME, Math.max(LEAST_FRAME, columns - FRAME_FROM))),
    happened ?? '',
    exchanges.length > 1 ? `${exchanges.length} tries` : '',
    movedMs > 0 ? `clock moved ${durationText(movedMs)} for the answer` : '',
  ]
    .filter((part) => part !== '')
    .map(harmless);
  const does = harmless(`${stepSubject(step).padEnd(SUBJECT_WIDTH)} ${doneWords(step, exchanges)}`);
  const doesWidth = columns < USUAL_COLUMNS ? NARROW_DOES_WIDTH : DOES_WIDTH;
  const line = `${paint(TONES[verdict], MARKS[verdict])} ${`${step.at.line}`.padStart(3)}  ${does.padEnd(doesWidth)}  ${notes.join(', ')}`;
  return [
    ...(step.note === undefined
      ? []
      : wrapped(harmless(step.note.trim()), columns - 9).map((note) => paint('quiet', `         ${note}`))),
    `  ${line.trimEnd()}`,
    ...failureLines(played, paint, file).map((shown) => `         ${shown}`),
  ];
}

/** The verdict, and clearly what it does not cover. */
export function summaryLines(
  { scenario, steps, faults, verdict, reason, notJudged }: Played,
  paint: Paint,
): readonly string[] {
  const of = (wanted: StepVerdict) => steps.filter((step) => step.verdict === wanted).length;
  const judged = steps.length - of('done');
  const requests = steps.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const fired = faults.filter(({ step, firings }) => firings >= Math.max(step.fires, 1)).length;
  const counts = [
    `${of('pass')} of ${judged} expectations held`,
    ...(of('inconclusive') > 0 ? [`${of('inconclusive')} inconclusive`] : []),
    `${requests} requests`,
    ...(faults.length > 0 ? [`${fired} of ${faults.length} faults fired`] : []),
  ];
  const differing = notJudged.filter((step) => step.verdict === 'fail' || step.verdict === 'inconclusive');
  const lines = differing.map(({ step }) => step.at.line).join(', ');
  const unjudged =
    notJudged.length === 0
      ? []
      : [
          `${notJudged.length} ${notJudged.length === 1 ? 'step before it was' : 'steps before it were'} not judged${differing.length === 0 ? '' : `; not as expected: line ${lines}`}`,
        ];
  const tone = verdict === 'pass' ? 'good' : verdict === 'fail' ? 'bad' : 'unsure';
  return [
    `  ${paint(tone, verdict.toUpperCase())}  ${scenario.id}: ${counts.join(', ')}`,
    ...(reason === undefined ? [] : [`  ${paint('unsure', harmless(reason))}`]),
    ...unjudged.map((words) => `  ${paint(differing.length === 0 ? 'quiet' : 'unsure', words)}`),
    ...(scenario.proves.length === 0 ? [] : [paint('quiet', `  about ${scenario.proves.join(', ')}`)]),
  ];
}
