import { useState } from 'preact/hooks';
import { changesInWords, failuresOfRun } from '../../../conformance/runner/record/headline.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { Badge } from '../parts/badge.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { RequirementLinks } from './requirement-links.tsx';

const MOST_IN_SIGHT = 30;
const KIND = { new: 'fail', 'failed before': 'fail', known: 'inconclusive' } as const;

/** The id of the card of a check. */
export function cardOf(check: string): string {
  return `check-${check}`;
}

/** A card is closed until someone comes to it. */
function open(check: string): void {
  const card = document.getElementById(cardOf(check));
  if (card instanceof HTMLDetailsElement) card.open = true;
}

/** A row for each failure, new ones first, before the cards that show them. */
export function FailureTable({ record }: { readonly record: RunRecord }) {
  const [isAll, setAll] = useState(false);
  const failures = failuresOfRun(record);
  const isCompared = changesInWords(record) !== undefined;
  const shown = isAll ? failures : failures.slice(0, MOST_IN_SIGHT);
  return (
    <>
      <Scroll label="Failures">
        <table class="failures">
          <thead>
            <tr>
              {isCompared && <th scope="col">Failure</th>}
              <th scope="col">Requirement</th>
              <th scope="col">What broke</th>
              <th scope="col">Check</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ standing, requirement, clause, check }) => (
              <tr key={`${check} ${requirement} ${clause}`}>
                {isCompared && (
                  <td>
                    <Badge kind={KIND[standing]}>{standing}</Badge>
                  </td>
                )}
                <td>
                  <RequirementLinks ids={[requirement]} />
                </td>
                <td>{clause}</td>
                <td>
                  <a href={`#${cardOf(check)}`} onClick={() => open(check)}>
                    <code>{check}</code>
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {shown.length < failures.length && (
        <p class="no-print">
          <button type="button" onClick={() => setAll(true)}>
            Show all {failures.length} failures
          </button>
        </p>
      )}
    </>
  );
}
