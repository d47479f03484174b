/** A scenario text without expectations, and one with a single one. */
import { type Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import type { Place } from '../format/problem.ts';
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
  for (const step of steps) if (isMap(step) && !waits(step)) step.delete('expect');
  for (const phase of PHASES) root.delete(phase);
  root.set('storm', document.createNode(steps));
  return document.toString({ lineWidth: 0 });
}

/** A loop of tries needs what ends it; a lost answer is not waited for. */
function waits(step: YAMLMap): boolean {
  const isLost = step.getIn(['expect', 'answer']) === 'none';
  const isHeard = step.has('hear');
  return (
    (step.has('within') && !isHeard) ||
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
