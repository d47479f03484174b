/** A play on a terminal: one line a step as it happens, then the summary. Lines have no line end. */
import type { Exchange } from '../../conformance/client/exchange.ts';
import { errorCode } from '../../conformance/client/exchange.ts';
import { durationText } from '../format/duration.ts';
import type { Scenario, Step } from '../format/scenario.ts';
import type { Played, PlayedStep, StepVerdict } from './played.ts';
import { sentWords, stepSubject, stepWords } from './words.ts';

export type Tone = 'good' | 'bad' | 'unsure' | 'quiet' | 'strong';
export type Paint = (tone: Tone, text: string) => string;

/** Returns the text without colour. */
export const plain: Paint = (_, text) => text;

const MARKS = { pass: '✓', fail: '✗', inconclusive: '?', done: '·' } as const satisfies Record<StepVerdict, string>;
const TONES = { pass: 'good', fail: 'bad', inconclusive: 'unsure', done: 'quiet' } as const satisfies Record<
  StepVerdict,
  Tone
>;

const SUBJECT_WIDTH = 11;
const DOES_WIDTH = 46;

/** A target's text may contain anything; a terminal must not interpret it. */
function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '\ufffd');
}

function answerWords(e: Exchange | undefined): string {
  if (e === undefined) return '';
  if (e.response === null) return `no answer (${e.failure})`;
  return [e.response.status, errorCode(e)].filter((part) => part !== undefined).join(' ');
}

/** A frame can be as long as its row; the transcript has all of it. */
const LONGEST_FRAME = 100;

function short(frame: string): string {
  return frame.length <= LONGEST_FRAME ? frame : `${frame.slice(0, LONGEST_FRAME)}...`;
}

/** A request as it was sent, with its references replaced; any other step as it is written. */
function doneWords(step: Step, exchanges: readonly Exchange[]): string {
  const [first] = exchanges;
  if (step.kind !== 'request' || first === undefined) return stepWords(step);
  const { method, path, headers } = first.request;
  const key = headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
  return sentWords({ method, path, ...(key === undefined ? {} : { key }) });
}

/** The lines before the first step: the file, the story and the target. */
export function headLines(
  { file, id, story, client, world }: Scenario,
  where: string,
  paint: Paint,
): readonly string[] {
  const told = story.split(/\s*\n\s*/).map((line) => `  ${harmless(line)}`);
  const advice = client === undefined ? [] : [`  Client: ${harmless(client)}`];
  return [
    `${paint('strong', id)}  ${file}`,
    ...told,
    ...advice,
    paint('quiet', `  ${where} (world seed ${world.seed})`),
  ];
}

/** The lines of a played step, with its mismatches. */
export function stepLines(
  { step, verdict, mismatches, why, happened, exchanges, heard, movedMs }: PlayedStep,
  paint: Paint,
  file: string,
): readonly string[] {
  const notes = [
    answerWords(exchanges.at(-1)),
    heard === undefined ? '' : short(heard),
    happened ?? '',
    exchanges.length > 1 ? `${exchanges.length} tries` : '',
    movedMs > 0 ? `clock moved ${durationText(movedMs)} for the answer` : '',
  ]
    .filter((part) => part !== '')
    .map(harmless);
  const does = harmless(`${stepSubject(step).padEnd(SUBJECT_WIDTH)} ${doneWords(step, exchanges)}`);
  const line = `${paint(TONES[verdict], MARKS[verdict])} ${`${step.at.line}`.padStart(3)}  ${does.padEnd(DOES_WIDTH)}  ${notes.join(', ')}`;
  return [
    ...(step.note === undefined ? [] : [paint('quiet', `       ${harmless(step.note.trim())}`)]),
    `  ${line.trimEnd()}`,
    ...mismatches.flatMap(({ what, expected, seen, at }) => [
      `         ${paint('bad', harmless(what))}: expected ${harmless(expected)}, seen ${harmless(seen)}  ${paint('quiet', `${file}:${at.line}:${at.column}`)}`,
    ]),
    ...(why === undefined ? [] : [`         ${paint('unsure', harmless(why))}`]),
  ];
}

/** The verdict, and clearly what it does not cover. */
export function summaryLines({ scenario, steps, faults, verdict, reason }: Played, paint: Paint): readonly string[] {
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
  const tone = verdict === 'pass' ? 'good' : verdict === 'fail' ? 'bad' : 'unsure';
  return [
    `  ${paint(tone, verdict.toUpperCase())}  ${scenario.id}: ${counts.join(', ')}`,
    ...(reason === undefined ? [] : [`  ${paint('unsure', harmless(reason))}`]),
    ...(scenario.proves.length === 0 ? [] : [paint('quiet', `  about ${scenario.proves.join(', ')}`)]),
  ];
}
