import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { Cause, Collateral } from '../../causes.ts';
import { causesOf } from '../../causes.ts';
import { Badge } from '../parts/badge.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { RequirementLinks } from './requirement-links.tsx';
import { Section } from './section.tsx';

const KIND = { failure: 'fail', 'no verdict': 'inconclusive', 'not exercised': 'not-exercised' } as const;

const counted = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;

function CauseRow({ cause }: { readonly cause: Cause }) {
  const { kind, title, shownBy, requirements, checks } = cause;
  return (
    <tr class={KIND[kind]}>
      <td>
        <Badge kind={KIND[kind]}>{kind}</Badge>
      </td>
      <td>
        {title}
        {shownBy !== undefined && (
          <span class="why">
            shown by <code>{shownBy}</code>
          </span>
        )}
      </td>
      <td>
        {counted(requirements.length, 'requirement')}, {counted(checks.length, 'check')}
        <div>
          <RequirementLinks ids={requirements} />
        </div>
      </td>
    </tr>
  );
}

function CollateralList({ collateral }: { readonly collateral: readonly Collateral[] }) {
  if (collateral.length === 0) return null;
  return (
    <details class="fold" data-print>
      <summary>{counted(collateral.length, 'further check')} with the same causes</summary>
      <ul>
        {collateral.map(({ check, why }) => (
          <li key={check}>
            <code>{check}</code> <span class="soft">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Every cause with what it affects; what only follows from one stands apart. */
export function Causes({ record }: { readonly record: RunRecord }) {
  const { causes, collateral } = causesOf(record);
  if (causes.length === 0) return null;
  return (
    <Section id="causes" title={counted(causes.length, 'cause')}>
      <Scroll label="Causes">
        <table>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Cause</th>
              <th scope="col">Affects</th>
            </tr>
          </thead>
          <tbody>
            {causes.map((cause) => (
              <CauseRow key={`${cause.kind} ${cause.title}`} cause={cause} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <CollateralList collateral={collateral} />
    </Section>
  );
}
