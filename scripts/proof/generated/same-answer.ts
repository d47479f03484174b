/** Whether two answers tell their caller the same. */
import type { Answered } from './caller.ts';

/** Of this very answer: when it was given, and to which request. */
const OF_THE_REQUEST = ['date', 'x-request-id'];
const POSITION = 'x-service-global-sequence';

export interface Named {
  readonly answered: Answered;
  /** What the request named: the caller knows it, and an answer may say it. */
  readonly value: string;
}

/** What two answers differ in, in words; undefined where they are the same, byte for byte, but for what was named. */
export function difference(left: Named, right: Named): string | undefined {
  if (left.answered.status !== right.answered.status) return `${left.answered.status} and ${right.answered.status}`;
  const [one, other] = [left, right].map(headersOf);
  if (one !== other) return `the headers ${one} and ${other}`;
  const [text, otherText] = [left, right].map(bodyOf);
  return text === otherText ? undefined : `the bodies ${text} and ${otherText}`;
}

function headersOf({ answered: { status, headers } }: Named): string {
  const told = Object.entries(headers).filter(([name]) => !OF_THE_REQUEST.includes(name));
  // Two facts stand at two positions. Where it is one read's state, a request between them moved it, and not what they name.
  const masked = told.map(([name, value]) =>
    name === POSITION && status !== 404 ? [name, 'of its fact'] : [name, value],
  );
  return JSON.stringify(masked);
}

function bodyOf({ answered: { text, headers }, value }: Named): string {
  const requestId = headers['x-request-id'] ?? 'none';
  return text.replaceAll(requestId, '(request)').replaceAll(value, '(named)');
}
