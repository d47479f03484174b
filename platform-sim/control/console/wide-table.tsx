import { type ComponentChildren, toChildArray } from 'preact';

/** A table that scrolls sideways if it is too wide; `children` are its rows. Without any, `empty` is in its place. */
export function WideTable({
  label,
  labelledBy,
  columns,
  actions,
  empty,
  children,
}: {
  readonly label?: string;
  /** The id of its heading, in place of a label. */
  readonly labelledBy?: string;
  readonly columns: readonly string[];
  /** Names a last column of buttons, to a screen reader alone. */
  readonly actions?: string;
  /** What would be there, and how to get it; absent: it is never empty. */
  readonly empty?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  if (empty !== undefined && toChildArray(children).length === 0) return <p class="empty card">{empty}</p>;
  return (
    <div class="wide">
      <table class="plain" aria-label={label} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {actions === undefined ? null : (
              <th scope="col">
                <span class="visually-hidden">{actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
