/** What a client declares: lines of JSON on its standard output, or bodies of `POST /client/intents`. */
import type { Intent, Row } from '../../../conformance/clients/history.ts';

const LONGEST_NAME = 128;

/** undefined: the line is some other output of the client. */
export function intentOf(text: string, atMs: number): Intent | undefined {
  if (!text.startsWith('{') || !text.includes('"intent"')) return undefined;
  let said: Row;
  try {
    said = JSON.parse(text) as Row;
  } catch {
    return undefined;
  }
  const { intent, order, cancel, done } = said;
  if (typeof intent !== 'string' || intent.length > LONGEST_NAME) return undefined;
  const kind = cancel === undefined ? 'order' : 'cancel';
  return {
    ...{ atMs, intent, kind, order: (typeof order === 'object' && order !== null ? order : {}) as Row },
    ...(done === 'placed' || done === 'refused' || done === 'unknown' ? { done } : {}),
  };
}
