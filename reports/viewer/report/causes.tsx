import type { Cause, Collateral } from '../../causes.ts';
import { Badge } from '../parts/badge.tsx';
import { Head } from '../parts/head.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { cardOf, openCard } from './failure.tsx';
import { Lists } from './lists.tsx';
import { RequirementLinks } from './requirement-links.tsx';

const KIND = { failure: 'fail', 'no verdict': 'inconclusive', 'not exercised': 'not-exercised' } as const;

const counted = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;

function CauseRow({ cause }: { readonly cause: Cause }) {
  const { kind, standing, title, shownBy, requirements, checks } = cause;
  return (
    <tr>
      <td>
        <Badge kind={KIND[kind]}>{standing ?? kind}</Badge>
      </td>
      <td>
        {title}
        {shownBy !== undefined && (
          <a class="why" href={`#${cardOf(shownBy)}`} onClick={() => openCard(shownBy)}>
            <code>{shownBy}</code>
          </a>
        )}
      </td>
      <td>
        <RequirementLinks ids={requirements} />
        <span class="why">
          {counted(requirements.length, 'requirement')}, {counted(checks.length, 'check')}
        </span>
      </td>
    </tr>
  );
}

/** Every cause with what it affects. */
export function CauseTable({ causes, label }: { readonly causes: readonly Cause[]; readonly label: string }) {
  return (
    <Scroll label={label}>
      <table class="causes">
        <Head texts={['Kind', 'Cause', 'Affects']} />
        <tbody>
          {causes.map((cause) => (
            <CauseRow key={`${cause.kind} ${cause.title}`} cause={cause} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** What only follows from the causes of a table. */
export function Collaterals({ of }: { readonly of: readonly Collateral[] }) {
  if (of.length === 0) return null;
  const lines = of.map(({ check, why }) => `${check} ${why}`);
  return <Lists of={[{ title: `${counted(of.length, 'further check')} with the same causes`, lines }]} />;
}
