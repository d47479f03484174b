import type { ComponentChildren } from 'preact';

/** One of several values; none chosen is all of them. */
export function Choice({
  label,
  value,
  values,
  inWords = (one) => one,
  onChoice,
}: {
  readonly label: ComponentChildren;
  readonly value: string;
  readonly values: readonly string[];
  /** What a value is shown as. */
  inWords?(value: string): string;
  onChoice(value: string): void;
}) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChoice(event.currentTarget.value)}>
        <option value="">all</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {inWords(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
