import { useState } from 'preact/hooks';
import { depthInWords } from '../../../conformance/runner/record/depth.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { durationWords, VERDICT_WORDS } from '../../reading.ts';
import { Badge } from '../parts/badge.tsx';
import { Head } from '../parts/head.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { RequirementLinks } from './requirement-links.tsx';
import { Section } from './section.tsx';

/** Every check with its verdict, on demand. */
export function ChecksTable({ record: { checks } }: { readonly record: RunRecord }) {
  const [isOpen, setOpen] = useState(false);
  if (checks.length === 0) return null;
  return (
    <Section id="checks" title={`Every check: ${checks.length}`}>
      <details class="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Show the table</summary>
        {isOpen && (
          <Scroll label="Every check">
            <table>
              <Head texts={['Check', 'Claim', 'Verdict']} numbers={['Cases seen', 'Runs', 'Time']} />
              <tbody>
                {checks.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">
                      <code>{row.id}</code>
                    </th>
                    <td>
                      {row.title}
                      <span class="why">
                        <RequirementLinks ids={row.proves} />
                      </span>
                    </td>
                    <td>
                      <Badge kind={row.verdict}>{VERDICT_WORDS[row.verdict]}</Badge>
                    </td>
                    <td class="number">{depthInWords(row, [row])}</td>
                    <td class="number">{row.runs}</td>
                    <td class="number">{durationWords(row.durationMs)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </details>
    </Section>
  );
}
