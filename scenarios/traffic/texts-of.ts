/** Every text and number that an act sends, as text: ids of earlier answers and keys are among them. */

import type { Act } from './acts.ts';
import { jsonOf } from './json-text.ts';

function leaves(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function textsOf(act: Act): readonly string[] {
  if (act.kind === 'frame') return leaves(jsonOf(act.frame.text));
  if (act.kind !== 'request') return [];
  const { path, body } = act.exchange.request;
  return [...path.split(/[/?&=]/).map(decoded), ...leaves(jsonOf(body))];
}
