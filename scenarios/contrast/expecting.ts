/** A scenario text without expectations, and one with a single one. */
import { type Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { type Place, ScenarioProblem } from '../format/problem.ts';
import { readScenario } from '../format/read.ts';
import { PHASES } from '../format/scenario.ts';
import { readSource } from '../format/source.ts';
import { EditableScenario } from '../shrink/editable.ts';
import { isAt } from '../shrink/failure.ts';
import type { Contrast } from './contrast.ts';

/** All steps in one phase, with no expectation but those that they wait for. */
export function withoutExpectations(text: string): string {
  const document: Document = parseDocument(text, { intAsBigInt: true });
  const root = document.contents;
  if (!isMap(root)) return text;
  const steps = PHASES.flatMap((phase) => {
    const list = root.get(phase);
    return isSeq(list) ? list.items : [];
  });
  for (const step of steps) {
    if (!isMap(step)) continue;
    if (!waits(step)) step.delete('expect');
    // A check sends what the contract document does not have, too; shrinking takes it away elsewhere.
    if (step.has('request')) step.set('unchecked', true);
  }
  for (const phase of PHASES) root.delete(phase);
  root.set('storm', document.createNode(steps));
  return document.toString({ lineWidth: 0 });
}

/** A loop of tries needs what ends it; a lost answer is not waited for. */
function waits(step: YAMLMap): boolean {
  const isLost = step.getIn(['expect', 'answer']) === 'none';
  const isAwaited = step.has('hear');
  return (
    (step.has('within') && !isAwaited) ||
    (isLost && (step.has('op') || step.has('await'))) ||
    step.getIn(['expect', 'closed']) !== undefined
  );
}

/** The text with what tells a good member from a bad one; undefined: it has no such step. */
export function withExpectation(text: string, file: string, { at, expect, save }: Contrast): string | undefined {
  if (expect === undefined) return text;
  const document = parseDocument(text, { intAsBigInt: true });
  const ways = [at, ...(save === undefined ? [] : [save.at])].map((place) => wayAt(text, file, place));
  const [way, saved] = ways;
  if (way === undefined) return undefined;
  for (const [key, value] of Object.entries(expect)) setIn(document, [...way, 'expect', key], value);
  if (save !== undefined && saved !== undefined) setIn(document, [...saved, 'save', save.name], save.way);
  return document.toString({ lineWidth: 0 });
}

/** The text without the steps after the one at this place; as it is where those before it need one of them. */
export function cutAfter(text: string, file: string, at: Place): string {
  const editable = new EditableScenario(text);
  const source = readSource(text, file);
  const steps = editable.steps();
  const index = steps.findIndex((step) => isAt(source.placeOf(editable.wayOf(step) ?? []), at));
  const later = steps.slice(index + 1).filter((step) => !editable.isWithin(step, steps[index] ?? step));
  if (index < 0 || later.length === 0) return text;
  const cut = editable.with(editable.removal(new Set(later)));
  return isReadable(cut, file) ? cut : text;
}

function isReadable(text: string, file: string): boolean {
  try {
    readScenario(text, file);
    return true;
  } catch (thrown) {
    if (thrown instanceof ScenarioProblem) return false;
    throw thrown;
  }
}

function setIn(document: Document, way: readonly PropertyKey[], value: unknown): void {
  const node = document.createNode(value);
  if (isMap(node)) node.flow = true;
  document.setIn(way, node);
}

function wayAt(text: string, file: string, at: Place) {
  const editable = new EditableScenario(text);
  const source = readSource(text, file);
  return editable
    .steps()
    .map((step) => editable.wayOf(step) ?? [])
    .find((way) => isAt(source.placeOf(way), at));
}
