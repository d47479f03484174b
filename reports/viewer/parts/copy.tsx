import { useState } from 'preact/hooks';

/** A button that copies a text and says so, to a screen reader too. */
export function Copy({
  text,
  children = 'Copy',
}: {
  readonly text: string | (() => string | Promise<string>);
  readonly children?: string;
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
      <button type="button" onClick={() => void copy()}>
        {children}
      </button>
      <span class="soft" role="status">
        {said}
      </span>
    </span>
  );
}
