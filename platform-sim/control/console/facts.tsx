import type { ComponentChildren } from 'preact';

/** Names next to their values. */
export function Facts({
  rows,
  tone = '',
}: {
  readonly rows: readonly (readonly [name: string, value: ComponentChildren])[];
  readonly tone?: '' | 'soft';
}) {
  return (
    <dl class={`facts ${tone}`}>
      {rows.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`= ${name}`}>{value}</dd>])}
    </dl>
  );
}
