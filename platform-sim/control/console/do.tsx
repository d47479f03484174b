import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A button that does something at the plane; while it does it cannot be pressed again, and a refusal stands beside it. */
export function Do({
  act,
  children,
  kind = '',
  disabled = false,
}: {
  readonly act: () => Promise<unknown>;
  readonly children: ComponentChildren;
  readonly kind?: '' | 'primary';
  readonly disabled?: boolean;
}) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const press = async () => {
    setBusy(true);
    setRefusal('');
    try {
      await act();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class={kind} disabled={isBusy || disabled} onClick={() => void press()}>
        {children}
      </button>
      {refusal === '' ? null : (
        <span class="refusal" role="alert">
          {refusal}
        </span>
      )}
    </>
  );
}
