/** The text of a scenario file: small mappings on one line, as in the library. */
import { Document, isCollection, isMap, isScalar, isSeq, type Node } from 'yaml';

/** A mapping with a longer text is written in block style. */
const LINE = 110;

/** Keys of a step whose mappings may stand on one line. */
const FLOWING = ['body', 'query', 'headers', 'expect', 'save', 'params', 'fault', 'frame', 'deploy', 'world', 'proves'];
/** The order of a step's keys, as a reader wants them; the others stand where they were put. */
const FIRST = [
  'note',
  'as',
  'request',
  'repeat',
  'mint',
  'issue',
  'open',
  'op',
  'send',
  'hear',
  'close',
  'await',
  'name',
  'background',
];

function inOrder(step: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const rank = (key: string) => {
    const at = FIRST.indexOf(key);
    return at < 0 ? FIRST.length : at;
  };
  return Object.fromEntries(Object.entries(step).toSorted(([a], [b]) => rank(a) - rank(b)));
}

function lengthOf(node: Node): number {
  return JSON.stringify(node.toJSON())?.length ?? 0;
}

/** Small collections below one of the keys stand on one line. */
function flow(node: unknown, flowing: boolean): void {
  if (!isCollection(node)) return;
  if (flowing && lengthOf(node) <= LINE) {
    node.flow = true;
    return;
  }
  if (isSeq(node)) for (const item of node.items) flow(item, flowing);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    const name = String(isScalar(key) ? key.value : key);
    flow(value, flowing || FLOWING.includes(name));
  }
}

export interface ScenarioText {
  readonly id: string;
  readonly story: string;
  readonly proves?: readonly string[];
  readonly world?: unknown;
  readonly phases: readonly (readonly [phase: string, steps: readonly Readonly<Record<string, unknown>>[]])[];
}

/** A scenario file as YAML. */
export function draftText({ id, story, proves, world, phases }: ScenarioText): string {
  const steps = phases.filter(([, own]) => own.length > 0).map(([phase, own]) => [phase, own.map(inOrder)] as const);
  const document = new Document(
    {
      id,
      story,
      ...(proves === undefined || proves.length === 0 ? {} : { proves: [...proves] }),
      ...(world === undefined ? {} : { world }),
      ...Object.fromEntries(steps),
    },
    { aliasDuplicateObjects: false },
  );
  flow(document.contents, false);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}
