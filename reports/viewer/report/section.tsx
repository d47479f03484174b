import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** A section with its heading, which the list of sections at the top leads to. */
export function Section({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} data-title={title}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Links to the sections that the page has. */
export function Sections() {
  const [all, setAll] = useState<readonly { readonly id: string; readonly title: string }[]>([]);
  useLayoutEffect(() => {
    const found = [...document.querySelectorAll<HTMLElement>('section[data-title]')];
    setAll(found.map(({ id, dataset }) => ({ id, title: dataset['title'] ?? id })));
  }, []);
  return (
    <nav class="sections no-print" aria-label="Sections">
      {all.map(({ id, title }) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}
