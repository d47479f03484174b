import { useState } from 'preact/hooks';

/** A button that copies a text and says so, to a screen reader too. */
export function Copy({
  text,
  children = 'Copy',
  label,
}: {
  readonly text: string | (() => string | Promise<string>);
  readonly children?: string;
  /** For a reader who does not see of what the button is. */
  readonly label?: string;
}) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setSaid('copied');
    } catch {
      setSaid('cannot copy here: select the text instead');
    }
  };
  return (
    <span class="copy no-print">
      <button type="button" aria-label={label} onClick={() => void copy()}>
        {children}
      </button>
      <span class="soft" role="status">
        {said}
      </span>
    </span>
  );
}
