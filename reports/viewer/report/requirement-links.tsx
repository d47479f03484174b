const MOST_IN_SIGHT = 24;

/** Links to the rows of the requirements; many are folded. */
export function RequirementLinks({ ids }: { readonly ids: readonly string[] }) {
  const links = (
    <span class="ids">
      {ids.map((id) => (
        <a key={id} href={`#${id}`}>
          {id}
        </a>
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
