import { areaInWords, areaOf } from '../../../conformance/runner/record/areas.ts';

const MOST_IN_SIGHT = 24;

/** Links to the rows of the requirements, each area in words after its first one; many are folded. */
export function RequirementLinks({ ids }: { readonly ids: readonly string[] }) {
  const links = (
    <span class="ids">
      {ids.map((id, i) => (
        <span key={id}>
          <a href={`#${id}`}>{id}</a>
          {areaOf(ids[i - 1] ?? '') !== areaOf(id) && <span class="soft">{areaInWords(id)}</span>}{' '}
        </span>
      ))}
    </span>
  );
  if (ids.length <= MOST_IN_SIGHT) return links;
  return (
    <details class="fold">
      <summary>{ids.length} requirements</summary>
      {links}
    </details>
  );
}
