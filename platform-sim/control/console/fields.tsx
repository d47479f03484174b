/** Fields of a form: each is its label around its control, and tells its value as text. */
interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

export function Field({
  label,
  value,
  set,
  hint,
  width = '8rem',
  required = false,
}: FieldProps & { readonly hint?: string; readonly width?: string; readonly required?: boolean }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        value={value}
        placeholder={hint}
        required={required}
        style={{ width }}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
}

export type Option = string | { readonly value: string; readonly text: string };

/** @param any the text of the choice that leaves it out; absent: one must be chosen. */
export function Choice({
  label,
  value,
  set,
  options,
  any,
}: FieldProps & { readonly options: readonly Option[]; readonly any?: string }) {
  const choices = options.map((option) => (typeof option === 'string' ? { value: option, text: option } : option));
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {any === undefined ? null : <option value="">{any}</option>}
        {choices.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Tick({
  label,
  checked,
  set,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly set: (checked: boolean) => void;
}) {
  return (
    <label class="tick">
      <input type="checkbox" checked={checked} onChange={(event) => set(event.currentTarget.checked)} /> {label}
    </label>
  );
}
