import { budgetInWords } from '../../../conformance/runner/record/depth.ts';
import { targetInWords } from '../../../conformance/runner/record/headline.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { durationWords } from '../../reading.ts';
import { Section } from './section.tsx';
import { Facts } from './verdict.tsx';

/** What the run was made with and against, and what it left behind. */
export function RunFacts({ record }: { readonly record: RunRecord }) {
  const { run, tool } = record;
  const orders = run.orders?.mayBeOpen.length ?? 0;
  const stated: readonly (readonly [string, string])[] = [
    ...targetInWords(record),
    ['Judged by', run.target.strict === true ? "the interface and the sandbox's own decisions" : 'the interface'],
    ['Started', run.startedAt],
    ['Took', durationWords(run.durationMs)],
    ['Requests', `${run.requests}`],
    ...(run.budget === undefined ? [] : [['Budget', budgetInWords(run.budget)] as const]),
    ['Seed', `${run.seed}`],
    ['Run', run.id ?? 'unnamed'],
    ...(run.stopped === null
      ? []
      : [['Stopped', `${run.stopped}${run.cause === undefined ? '' : `: ${run.cause}`}`] as const]),
    ...(run.foreign === undefined ? [] : [['Not from the gateway', run.foreign.sentence] as const]),
    ...(orders === 0 ? [] : [['Orders that may be open', `${orders}`] as const]),
    ...(run.left === undefined
      ? []
      : [['Rows left behind', `${run.left.rows.length}, recorded in ${run.left.file ?? 'the parts'}`] as const]),
    ...(run.profile === undefined ? [] : [['Profile', run.profile.join(', ')] as const]),
    ['Tool', `touchstone ${tool.version}`],
  ];
  return (
    <Section id="run" title="The run">
      <Facts facts={stated} />
    </Section>
  );
}
