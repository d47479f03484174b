/** Fields of a form: a label above a control. The value is text. */
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

interface TextProps extends FieldProps {
  readonly hint?: string;
  readonly width?: string;
  /** false: the label is only for screen readers. */
  readonly isNamed?: boolean;
}

/** A line of text. */
export function Field({ label, value, set, hint, width = '8rem', isNamed = true }: TextProps) {
  const id = useId();
  return (
    <span class="field">
      <label for={id} class={isNamed ? '' : 'visually-hidden'}>
        {label}
      </label>
      <input
        id={id}
        value={value}
        placeholder={hint}
        style={{ width }}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </span>
  );
}

export type Option = string | { readonly value: string; readonly text: string };

interface ChoiceProps extends FieldProps {
  readonly options: readonly Option[];
  /** The text of the choice that leaves it out; absent: one must be chosen. */
  readonly any?: string;
}

/** One of a few. */
export function Choice({ label, value, set, options, any }: ChoiceProps) {
  const id = useId();
  const choices = options.map((option) => (typeof option === 'string' ? { value: option, text: option } : option));
  return (
    <span class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {any === undefined ? null : <option value="">{any}</option>}
        {choices.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Yes or no. */
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
