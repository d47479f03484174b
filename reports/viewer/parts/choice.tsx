import type { ComponentChildren } from 'preact';

/** One of several values; none chosen is all of them. */
export function Choice({
  label,
  value,
  values,
  onChoice,
}: {
  readonly label: ComponentChildren;
  readonly value: string;
  readonly values: readonly string[];
  onChoice(value: string): void;
}) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChoice(event.currentTarget.value)}>
        <option value="">all</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
