import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Do } from './do.tsx';

/** A button for an action that cannot be undone: it asks for confirmation in place. Escape and `No` cancel. */
export function Sure({
  question,
  yes,
  act,
  children,
  label,
}: {
  readonly question: string;
  readonly yes: string;
  readonly act: () => Promise<unknown>;
  readonly children: ComponentChildren;
  readonly label?: string;
}) {
  const [isAsking, setAsking] = useState(false);
  const asked = useRef<HTMLSpanElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isAsking) asked.current?.querySelector('button')?.focus();
  }, [isAsking]);
  const leave = () => {
    setAsking(false);
    // Drawn again before it can have the focus.
    requestAnimationFrame(() => first.current?.focus());
  };
  if (!isAsking) {
    return (
      <button type="button" ref={first} aria-label={label} onClick={() => setAsking(true)}>
        {children}
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the two buttons in it send Escape
    <span
      ref={asked}
      class="sure"
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      <span>{question}</span>{' '}
      <Do
        act={async () => {
          await act();
          leave();
        }}
      >
        {yes}
      </Do>{' '}
      <button type="button" onClick={leave}>
        No
      </button>
    </span>
  );
}
