/** Where things of the timeline are drawn. Pure. */
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';

type Timeline = NonNullable<RunRecord['run']['timeline']>;
type Point = Timeline['points'][number];

export type Axis = 'time' | 'position';

export const WIDTH = 1000;
export const LEFT = 70;
export const PLOT_HEIGHT = 190;

/** How an answer is coloured. */
export type Kind = 'answer' | 'refusal' | 'error' | 'none';

export function kindOf(status: number): Kind {
  if (status === 0) return 'none';
  if (status >= 500) return 'error';
  return status >= 400 ? 'refusal' : 'answer';
}

export interface Scale {
  readonly from: number;
  readonly to: number;
  x(value: number): number;
}

export function scaleOf(values: readonly number[]): Scale {
  const from = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const to = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const span = to > from ? to - from : 1;
  return { from, to, x: (value) => LEFT + ((value - from) / span) * (WIDTH - LEFT - 10) };
}

/** 0.1 ms at the bottom, 10 s and more at the top. */
export function heightOf(tookMs: number): number {
  const exponent = Math.log10(Math.min(10_000, Math.max(0.1, tookMs)));
  return PLOT_HEIGHT - ((exponent + 1) / 5) * PLOT_HEIGHT;
}

export const TICKS_MS = [0.1, 1, 10, 100, 1_000, 10_000] as const;

/** The value on the axis; undefined: the answer states no position. */
export function placeOf([atMs, , , position]: Point, axis: Axis): number | undefined {
  return axis === 'time' ? atMs : (position ?? undefined);
}

/**
 * Positions by time, for what the suite did: the position of the last answer before it. Answers may be behind one
 * another, so it never goes back.
 */
export function positionAt(points: readonly Point[]): (atMs: number) => number {
  const times: number[] = [];
  const positions: number[] = [];
  let furthest = points.find(([, , , position]) => position !== null)?.[3] ?? 0;
  for (const [atMs, , , position] of points) {
    furthest = Math.max(furthest, position ?? 0);
    times.push(atMs);
    positions.push(furthest);
  }
  return (atMs) => {
    const after = times.findIndex((time) => time > atMs);
    return positions[after < 0 ? positions.length - 1 : Math.max(0, after - 1)] ?? 0;
  };
}

/** One path of dots for each kind: a circle each would be thousands of elements. */
export function dots(
  points: readonly Point[],
  axis: Axis,
  { x }: Scale,
  height: (tookMs: number) => number = heightOf,
): ReadonlyMap<Kind, string> {
  const paths = new Map<Kind, string>();
  for (const point of points) {
    const value = placeOf(point, axis);
    if (value === undefined) continue;
    const kind = kindOf(point[2]);
    const dot = `M${x(value).toFixed(1)} ${height(point[1]).toFixed(1)}h.01`;
    paths.set(kind, (paths.get(kind) ?? '') + dot);
  }
  return paths;
}
