import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface Act {
  readonly isBusy: boolean;
  readonly refusal: string;
  run(act: () => Promise<unknown>): Promise<void>;
}

/** A request to the control plane: whether it is in flight, and why the last one was refused. */
export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  return {
    isBusy,
    refusal,
    async run(act) {
      setBusy(true);
      setRefusal('');
      try {
        await act();
      } catch (error) {
        setRefusal(error instanceof Error ? error.message : String(error));
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Why the last request was refused, if it was. */
export function Refusal({ children }: { readonly children: string }) {
  if (children === '') return null;
  return (
    <span class="refusal" role="alert">
      {children}
    </span>
  );
}

/** A button that sends a request. It is disabled while the request is in flight; a refusal is shown next to it. */
export function Do({
  act,
  children,
  kind = '',
  disabled = false,
  label,
}: {
  readonly act: () => Promise<unknown>;
  readonly children: ComponentChildren;
  readonly kind?: '' | 'primary';
  readonly disabled?: boolean;
  /** For screen readers: names the row of the button. */
  readonly label?: string;
}) {
  const { isBusy, refusal, run } = useAct();
  return (
    <>
      <button type="button" class={kind} aria-label={label} disabled={isBusy || disabled} onClick={() => void run(act)}>
        {children}
      </button>
      <Refusal>{refusal}</Refusal>
    </>
  );
}

/** A form whose last part is its button; Enter in a field presses it. */
export function Form({
  label,
  act,
  submit,
  children,
  kind = 'primary',
  disabled = false,
}: {
  readonly label: string;
  readonly act: () => Promise<unknown>;
  readonly submit: string;
  readonly children?: ComponentChildren;
  readonly kind?: '' | 'primary';
  readonly disabled?: boolean;
}) {
  const { isBusy, refusal, run } = useAct();
  return (
    <form
      class="bar"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !disabled) void run(act);
      }}
    >
      {children}
      <button type="submit" class={kind} disabled={isBusy || disabled}>
        {submit}
      </button>
      <Refusal>{refusal}</Refusal>
    </form>
  );
}
