/** One request beside its answer, as both pages show it. */
import { Marked } from './marked.tsx';

type Lines = readonly (readonly [name: string, value: string])[];

interface Side {
  /** `POST /orders`, `201`. */
  readonly first: string;
  readonly headers: Lines;
  readonly body: string | null;
}

const LONGEST_BODY = 20_000;

/** Indented where it is JSON; a long one is cut. Digits stay as they came: the text is laid out, not parsed. */
function bodyText(body: string): string {
  const text = laidOut(body);
  return text.length <= LONGEST_BODY ? text : `${text.slice(0, LONGEST_BODY)}... (${text.length} characters)`;
}

function laidOut(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body;
  let depth = 0;
  // Strings are taken whole, so that what is in them is not laid out.
  return body.replace(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],:]|\s+/gs, (token) => {
    if (/^\s/.test(token)) return '';
    if (token === ':') return ': ';
    if (token === ',') return `,\n${'  '.repeat(depth)}`;
    if (token === '{' || token === '[') {
      depth += 1;
      return `${token}\n${'  '.repeat(depth)}`;
    }
    if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1);
      return `\n${'  '.repeat(depth)}${token}`;
    }
    return token;
  });
}

function textOf({ first, headers, body }: Side): string {
  const head = [first, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  return body === null || body === '' ? head : `${head}\n\n${bodyText(body)}`;
}

/** @param answer a sentence in place of an answer that did not come; `isMarked`: whether a line of it is marked */
export function ExchangeView({
  request,
  answer,
  isMarked = () => false,
}: {
  readonly request: Side;
  readonly answer: Side | string;
  readonly isMarked?: (line: string) => boolean;
}) {
  const lines = (typeof answer === 'string' ? answer : textOf(answer)).split(/(?<=\n)/);
  return (
    <div class="sides">
      <pre>{textOf(request)}</pre>
      <pre>
        <Marked pieces={lines.map((text) => ({ text, differs: isMarked(text.trim()) }))} />
      </pre>
    </div>
  );
}
