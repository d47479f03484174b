import type { Lines } from '../../../reports/viewer/parts/rows.tsx';
import type { Mark } from './event-types.ts';
import { timeOf } from './time.ts';

/** Marks as lines across a table of other items. */
export function markLines<Item extends object>(): Lines<Item, Mark> {
  return {
    is: (item): item is Mark => 'kind' in item && 'exchanges' in item,
    text: ({ atNs, kind, text }) => (
      <span class={`mark ${kind}`}>
        <span class="mono">{timeOf(atNs)}</span> {text}
      </span>
    ),
  };
}
