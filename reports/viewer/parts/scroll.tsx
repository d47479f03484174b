import type { ComponentChildren } from 'preact';

/** A wide table or picture that scrolls by itself. The keyboard scrolls what has the focus, so it can be focused. */
export function Scroll({
  label,
  isPicture = false,
  children,
}: {
  readonly label: string;
  readonly isPicture?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what has the focus
    <section class={isPicture ? 'scroll wide' : 'scroll'} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
