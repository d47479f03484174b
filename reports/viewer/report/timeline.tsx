import { useState } from 'preact/hooks';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { Scroll } from '../parts/scroll.tsx';
import { Section } from './section.tsx';
import type { Axis, Kind, Scale } from './timeline-scale.ts';
import {
  dots,
  heightOf,
  kindOf,
  LEFT,
  PLOT_HEIGHT,
  placeOf,
  positionAt,
  scaleOf,
  TICKS_MS,
  WIDTH,
} from './timeline-scale.ts';

type Timeline = NonNullable<RunRecord['run']['timeline']>;
type Event = Timeline['events'][number];

const LANES = ['fault', 'members', 'owners'] as const;
const LANE_HEIGHT = 22;
const WORDS: Readonly<Record<Kind, string>> = {
  answer: 'answered',
  refusal: 'refused (4xx)',
  error: 'failed (5xx)',
  none: 'no answer',
};
const KINDS = Object.keys(WORDS) as readonly Kind[];

function Lane({
  lane,
  i,
  events,
  at,
  scale,
}: {
  readonly lane: string;
  readonly i: number;
  readonly events: readonly Event[];
  at(ms: number): number;
  readonly scale: Scale;
}) {
  const top = PLOT_HEIGHT + 14 + i * LANE_HEIGHT;
  return (
    <g class={`lane ${lane}`}>
      <text x="0" y={top + 12}>
        {lane === 'fault' ? 'faults' : lane}
      </text>
      <path class="rule" d={`M${LEFT} ${top + 8}H${WIDTH - 10}`} />
      {events.map(({ what, fromMs, toMs }, n) => {
        const from = scale.x(at(fromMs));
        return (
          <rect key={`${n} ${fromMs}`} x={from} y={top} width={Math.max(2.5, scale.x(at(toMs)) - from)} height="16">
            <title>{`${what}, from ${(fromMs / 1_000).toFixed(2)} s to ${(toMs / 1_000).toFixed(2)} s`}</title>
          </rect>
        );
      })}
    </g>
  );
}

/** A line of dots for each member: what it answered, coloured as above. */
function AnsweredBy({
  timeline: { points, answeredBy },
  axis,
  scale,
  top,
}: {
  readonly timeline: Timeline;
  readonly axis: Axis;
  readonly scale: Scale;
  readonly top: number;
}) {
  return (
    <>
      {answeredBy?.names.map((name, i) => {
        const own = points.filter((_, n) => answeredBy.of[n] === i);
        const y = top + i * LANE_HEIGHT + 8;
        return (
          <g key={name}>
            <text x="0" y={y + 4}>
              {name}
            </text>
            <path class="rule" d={`M${LEFT} ${y}H${WIDTH - 10}`} />
            {[...dots(own, axis, scale, () => y)].map(([kind, path]) => (
              <path key={kind} class={`dots ${kind}`} d={path} />
            ))}
          </g>
        );
      })}
    </>
  );
}

function Picture({ timeline, axis }: { readonly timeline: Timeline; readonly axis: Axis }) {
  const { points, events } = timeline;
  const positions = positionAt(points);
  const at = (ms: number) => (axis === 'time' ? ms : positions(ms));
  const scale = scaleOf([
    ...points.flatMap((point) => placeOf(point, axis) ?? []),
    ...(axis === 'time' ? events.flatMap(({ fromMs, toMs }) => [fromMs, toMs]) : []),
  ]);
  const lanes = LANES.filter((lane) => events.some(({ kind }) => kind === lane));
  const members = timeline.answeredBy?.names.length ?? 0;
  const membersTop = PLOT_HEIGHT + 14 + lanes.length * LANE_HEIGHT;
  const height = PLOT_HEIGHT + 34 + (lanes.length + members) * LANE_HEIGHT;
  const label = (value: number) => (axis === 'time' ? `${(value / 1_000).toFixed(1)} s` : `${Math.round(value)}`);
  return (
    <svg class="timeline" viewBox={`0 -8 ${WIDTH} ${height}`} role="img" aria-label={`Answers and faults by ${axis}`}>
      {TICKS_MS.map((ms) => (
        <g key={ms}>
          <path class="rule" d={`M${LEFT} ${heightOf(ms)}H${WIDTH - 10}`} />
          <text x="0" y={heightOf(ms) + 4}>
            {ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`}
          </text>
        </g>
      ))}
      {[...dots(points, axis, scale)].map(([kind, path]) => (
        <path key={kind} class={`dots ${kind}`} d={path} />
      ))}
      {lanes.map((lane, i) => (
        <Lane key={lane} lane={lane} i={i} events={events.filter(({ kind }) => kind === lane)} at={at} scale={scale} />
      ))}
      <AnsweredBy timeline={timeline} axis={axis} scale={scale} top={membersTop} />
      <text x={LEFT} y={height - 14}>
        {label(scale.from)}
      </text>
      <text x={WIDTH - 10} y={height - 14} text-anchor="end">
        {label(scale.to)}
      </text>
    </svg>
  );
}

/** What the picture shows, as text. */
function Legend({ timeline: { points, answeredBy } }: { readonly timeline: Timeline }) {
  const counts = Map.groupBy(points, ([, , status]) => kindOf(status));
  return (
    <ul class="legend">
      {KINDS.map((kind) => (
        <li key={kind} class={kind}>
          {WORDS[kind]}: {counts.get(kind)?.length ?? 0}
        </li>
      ))}
      {answeredBy?.names.map((name, i) => (
        <li key={name} class="member">
          answered by {name}: {answeredBy.of.filter((one) => one === i).length}
        </li>
      ))}
    </ul>
  );
}

function Events({ events, leftOut }: { readonly events: readonly Event[]; readonly leftOut: number }) {
  if (events.length === 0) return null;
  return (
    <details class="fold no-print">
      <summary>
        What the suite did to the platform: {events.length + leftOut}
        {leftOut > 0 && ` (the report keeps the first ${events.length})`}
      </summary>
      <ol class="events">
        {events.map(({ kind, what, fromMs, toMs }, i) => (
          <li key={`${i} ${fromMs}`}>
            <b>{(fromMs / 1_000).toFixed(2)} s</b> {kind}: {what}
            {toMs > fromMs && <span class="soft"> for {((toMs - fromMs) / 1_000).toFixed(2)} s</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The run from its first request to its last, by time or by position. */
export function TimelineView({ record }: { readonly record: RunRecord }) {
  const [axis, setAxis] = useState<Axis>('time');
  const { timeline } = record.run;
  if (timeline === undefined || timeline.points.length === 0) return null;
  const { every, points, events, eventsLeftOut = 0 } = timeline;
  const hasPositions = points.some(([, , , position]) => position !== null);
  return (
    <Section id="timeline" title="Timeline of the run">
      <div class="filters no-print">
        <fieldset>
          <legend>Horizontal axis</legend>
          {(['time', 'position'] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="axis"
                checked={axis === one}
                disabled={one === 'position' && !hasPositions}
                onChange={() => setAxis(one)}
              />
              {one === 'time' ? 'time' : 'position'}
            </label>
          ))}
        </fieldset>
      </div>
      <p class="soft">
        Each dot is {every === 1 ? 'an answer' : `one of ${every} answers`}. The higher the dot, the longer the answer
        took.{' '}
        {axis === 'position' &&
          'A reset of the world does not reset positions. Answers without a position are not shown.'}
      </p>
      <Scroll label="Picture of the timeline" isPicture>
        <Picture timeline={timeline} axis={axis} />
      </Scroll>
      <Legend timeline={timeline} />
      <Events events={events} leftOut={eventsLeftOut} />
    </Section>
  );
}
