import { changesOf } from '../../../conformance/runner/record/headline.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { Section } from './section.tsx';

const MOST_IN_SIGHT = 10;

/** With --since: what is new, fixed and lost. */
export function ChangesSince({ record }: { readonly record: RunRecord }) {
  const changes = changesOf(record);
  if (changes.length === 0) return null;
  return (
    <Section id="since" title="What changed since the earlier run">
      {changes.map(({ title, lines }) => (
        <details key={title} class="fold" open={lines.length <= MOST_IN_SIGHT} data-print>
          <summary>
            {title}: {lines.length}
          </summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      ))}
    </Section>
  );
}
