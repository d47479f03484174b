import type { CheckRow, Counterexample } from '../../../conformance/runner/record/run-record.ts';
import { differencesOf } from '../../differences.ts';
import { acceptedWords, brokenBy, isKnown, serverErrorsOf } from '../../reading.ts';
import { Badge } from '../parts/badge.tsx';
import { Copy } from '../parts/copy.tsx';
import { Marked } from '../parts/marked.tsx';
import { Evidence } from './evidence.tsx';
import { RequirementLinks } from './requirement-links.tsx';

function Facts({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <dt>{name}</dt>
      {lines.map((line) => (
        <dd key={line}>{line}</dd>
      ))}
    </>
  );
}

/** A command line, with a button that copies it. */
function Command({ name, line, copy }: { readonly name: string; readonly line: string; readonly copy: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd class="command">
        <pre>{line}</pre>
        <Copy text={line}>{copy}</Copy>
      </dd>
    </>
  );
}

function Shown({ row: { counterexample, reason, evidence } }: { readonly row: CheckRow }) {
  const differences = counterexample && differencesOf(counterexample, evidence);
  return (
    <div class="against">
      <div>
        <h4>Expected</h4>
        <p>{differences === undefined ? (reason ?? 'no reason stated') : <Marked pieces={differences.expected} />}</p>
      </div>
      <div class="fail">
        <h4>Actual</h4>
        <p>{differences === undefined ? 'see the evidence' : <Marked pieces={differences.seen} />}</p>
      </div>
    </div>
  );
}

function Reproduce({ example }: { readonly example: Counterexample }) {
  const { given, seed, path, rerun, curl, scenario, replay, unconfirmed } = example;
  return (
    <dl class="named">
      {given !== null && (
        <>
          <dt>Smallest input</dt>
          <dd>
            <pre>{given}</pre>
          </dd>
        </>
      )}
      <dt>Seed</dt>
      <dd>
        {seed}
        {path !== null && `, path ${path}`}
      </dd>
      <Command name="Run again" line={rerun} copy="Copy the rerun line" />
      {scenario !== undefined && (
        <Command
          name={`Scenario ${scenario}`}
          line={replay ?? `touchstone replay ${scenario}`}
          copy="Copy the replay line"
        />
      )}
      {unconfirmed !== undefined && (
        <>
          <dt>Not confirmed</dt>
          <dd>{unconfirmed}</dd>
        </>
      )}
      {curl !== null && <Command name="Request" line={curl} copy="Copy as curl" />}
    </dl>
  );
}

/** The id of the card of a check. */
export function cardOf(check: string): string {
  return `check-${check}`;
}

/** A card is closed until someone comes to it. */
export function openCard(check: string): void {
  const card = document.getElementById(cardOf(check));
  if (card instanceof HTMLDetailsElement) card.open = true;
}

/** The card of a failing check. */
export function Failure({ row, isOpen }: { readonly row: CheckRow; readonly isOpen: boolean }) {
  const { id, title, counterexample } = row;
  return (
    <details class="card fail" id={cardOf(id)} open={isOpen} data-print data-check={id}>
      <summary>
        <h3>{title}</h3>
        <Badge kind="fail">{isKnown(row) ? 'fail, known' : 'fail'}</Badge> <code>{id}</code>
      </summary>
      <p class="proves">
        Breaks <RequirementLinks ids={brokenBy(row)} />
      </p>
      <Shown row={row} />
      <dl class="named">
        <Facts name="Server errors" lines={serverErrorsOf(row)} />
        <Facts
          name="Also broken"
          lines={(row.broken ?? [])
            .slice(1)
            .map(({ requirement, clause, seen }) => `${requirement} ${clause}; actual: ${seen}`)}
        />
        <Facts name="Accepted" lines={acceptedWords(row)} />
      </dl>
      {counterexample !== undefined && <Reproduce example={counterexample} />}
      <Evidence row={row} />
    </details>
  );
}

/** The card of a check without a verdict. */
export function Doubt({ row }: { readonly row: CheckRow }) {
  return (
    <details class="card inconclusive" data-print data-check={row.id}>
      <summary>
        <h3>{row.title}</h3>
        <Badge kind="inconclusive">{row.fault === true ? 'fault of the suite' : 'inconclusive'}</Badge>{' '}
        <code>{row.id}</code>
      </summary>
      <p class="proves">
        About <RequirementLinks ids={row.proves} />
      </p>
      <p>{row.reason ?? 'no reason stated'}</p>
      <Evidence row={row} />
    </details>
  );
}
