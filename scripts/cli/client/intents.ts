/** What a client declares: lines of JSON on its standard output, or bodies of `POST /client/intents`. */
import type { Intent, Row } from '../../../conformance/clients/history.ts';

const LONGEST_NAME = 128;

/** The intent of a line; undefined: the line is some other output of the client. */
export function intentIn(line: string): Row | undefined {
  if (!line.startsWith('{') || !line.includes('"intent"')) return undefined;
  try {
    return JSON.parse(line) as Row;
  } catch {
    return undefined;
  }
}

/** undefined: it is no intent. */
export function intentFrom({ intent, order, done }: Row, atMs: number): Intent | undefined {
  if (typeof intent !== 'string' || intent === '' || intent.length > LONGEST_NAME) return undefined;
  return {
    ...{ atMs, intent, order: (typeof order === 'object' && order !== null ? order : {}) as Row },
    ...(done === 'placed' || done === 'refused' || done === 'unknown' ? { done } : {}),
  };
}
