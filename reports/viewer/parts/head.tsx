/** The head of a table: columns of text, then those of numbers, which stand to the right. */
export function Head({
  texts,
  numbers = [],
  more = [],
}: {
  readonly texts: readonly string[];
  readonly numbers?: readonly string[];
  /** Columns of text after the numbers. */
  readonly more?: readonly string[];
}) {
  return (
    <thead>
      <tr>
        {[...texts, ...numbers, ...more].map((name, i) => (
          <th key={`${i} ${name}`} scope="col" class={numbers.includes(name) ? 'number' : ''}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
