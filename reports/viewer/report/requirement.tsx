import { useEffect, useState } from 'preact/hooks';
import { depthInWords } from '../../../conformance/runner/record/depth.ts';
import type { CheckRow } from '../../../conformance/runner/record/run-record.ts';
import type { Decision, ReportSources } from '../../page-data.ts';
import { durationWords, isShallow, notRunWords, partWords, VERDICT_WORDS } from '../../reading.ts';
import { Badge } from '../parts/badge.tsx';
import { Evidence } from './evidence.tsx';
import type { Listed } from './requirement-filter.ts';

/** What the verdict rests on, in sentences. */
function proofOf({ checks, row, part }: Listed, isStrict: boolean): readonly string[] {
  const judged = checks.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  if (judged.length === 0) return ['No check of it was judged.'];
  const decided = judged.filter(({ byDecision }) => byDecision === true).map(({ id }) => id);
  const basis =
    decided.length === 0
      ? 'It is judged by the interface alone.'
      : isStrict
        ? `It is judged by the interface. Where the interface leaves a choice, the sandbox's own decisions count (${decided.join(', ')}).`
        : `It is judged by the interface alone. Where the interface leaves a choice (${decided.join(', ')}), every permitted answer is accepted.`;
  const depth = depthInWords(row, checks);
  const generated = judged.filter(({ runs }) => runs > 1).length;
  return [
    basis,
    ...(depth === undefined ? [] : [`The run saw ${depth} that the suite knows for this target.`]),
    `${row.exercised} ${row.exercised === 1 ? 'run' : 'runs'} of ${judged.length} of its ${checks.length} checks${generated > 0 ? `, ${generated} of them over many inputs` : ''}.`,
    ...(part === undefined ? [] : [`In part: ${notRunWords(part)}.`]),
    ...judged.flatMap(({ id, flaky }) => (flaky === true ? [`${id} passed only when it was tried again.`] : [])),
    ...judged.flatMap(({ id, unreached = [] }) =>
      unreached.length > 0 ? [`No run of ${id} reached: ${unreached.join('; ')}.`] : [],
    ),
  ];
}

function CheckOf({ row }: { readonly row: CheckRow }) {
  const { id, title, verdict, runs, durationMs, reason, needs = [] } = row;
  const cases = depthInWords(row, [row]);
  return (
    <li>
      <Badge kind={verdict}>{VERDICT_WORDS[verdict]}</Badge> <code>{id}</code>: {title}
      <span class="why">
        {runs > 0 && `${runs} ${runs === 1 ? 'run' : 'runs'} in ${durationWords(durationMs)}. `}
        {cases !== undefined && `${cases}. `}
        {needs.length > 0 && `Needs ${needs.join(', ')}. `}
        {verdict !== 'pass' && reason}
      </span>
      <Evidence row={row} />
    </li>
  );
}

/** What the sandbox decided where the interface leaves a choice, and what another member may do. */
function Decisions({ of, sources }: { readonly of: Listed; readonly sources: ReportSources }) {
  const { decisions = {} } = sources;
  const read = of.checks.flatMap(({ id, byDecision }) =>
    byDecision === true && Object.hasOwn(decisions, id) ? (decisions[id] ?? []) : [],
  );
  const rows: readonly Decision[] = [...new Map(read.map((row) => [row.id, row])).values()];
  if (rows.length === 0) return null;
  return (
    <>
      <h4>Decisions of the sandbox that it depends on</h4>
      <ul>
        {rows.map(({ id, point, decision, suite }) => (
          <li key={id}>
            <b>{id}</b> {point}: {decision}
            <span class="why">A deployed member: {suite}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Body({
  of,
  isStrict,
  sources,
}: {
  readonly of: Listed;
  readonly isStrict: boolean;
  readonly sources: ReportSources;
}) {
  const { row, checks } = of;
  const { knownBad = [] } = sources;
  const killed = knownBad.filter(({ breaks }) => breaks.includes(row.id));
  return (
    <div class="body">
      <h4>Proof</h4>
      <ul>
        {proofOf(of, isStrict).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Decisions of={of} sources={sources} />
      <h4>Checks</h4>
      <ul>
        {checks.map((check) => (
          <CheckOf key={check.id} row={check} />
        ))}
      </ul>
      {killed.length > 0 && (
        <>
          <h4>Known-bad members that its checks find</h4>
          <ul>
            {killed.map(({ name, story }) => (
              <li key={name}>
                {story} <span class="why">sandbox --defect {name}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** How deep the verdict goes; in an older record how often it was exercised. */
function Exercised({ of: { row, checks } }: { readonly of: Listed }) {
  const cases = depthInWords(row, checks);
  const title = cases === undefined ? 'how often it was exercised' : 'cases seen, of those that the suite knows';
  return (
    <span class={`number ${isShallow(row) ? 'shallow' : 'soft'}`} title={title}>
      {cases ?? `${row.exercised} ×`}
    </span>
  );
}

/** One requirement: its text and verdict, and on demand what they rest on. */
export function Requirement({
  of,
  isLinked,
  ...rest
}: {
  readonly of: Listed;
  readonly isLinked: boolean;
  readonly isStrict: boolean;
  readonly sources: ReportSources;
}) {
  const { row, statement, part } = of;
  const [isOpen, setOpen] = useState(isLinked);
  useEffect(() => {
    if (isLinked) setOpen(true);
  }, [isLinked]);
  const words = part === undefined ? VERDICT_WORDS[row.verdict] : `pass in part, ${partWords(part)}`;
  return (
    <li id={row.id} class={part === undefined ? row.verdict : `${row.verdict} part`}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <b class="name">{row.id}</b>
          <span class="statement">
            {statement}
            {row.reason !== undefined && <span class="why">{row.reason}</span>}
          </span>
          <Badge kind={part === undefined ? row.verdict : `${row.verdict} part`}>{words}</Badge>
          <Exercised of={of} />
        </summary>
        {isOpen && <Body of={of} {...rest} />}
      </details>
    </li>
  );
}
