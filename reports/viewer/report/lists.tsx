interface List {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Lists that open, each with its length; those of few lines are open. */
export function Lists({ of, open = 0 }: { readonly of: readonly List[]; readonly open?: number }) {
  return (
    <>
      {of.map(({ title, lines }) => (
        <details key={title} class="fold" open={lines.length <= open} data-print>
          <summary>{title}</summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}
