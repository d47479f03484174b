/** The contract document as a check reads it: once in a run, where nothing in the run changes it. */
import type { Actor } from '../member/actor.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { metLabel } from '../member/exchange/met-answers.ts';
import type { Scene } from '../runner/check.ts';
import type { History } from '../runner/history.ts';

const LABEL = 'document';

/** Reads it, or takes the answer that the run has met. With a control plane members change, so each check reads its own. */
export async function readDocument(
  { control, recall }: Pick<Scene, 'control' | 'recall'>,
  reader: Actor,
): Promise<void> {
  if (control === undefined && recall('document').length > 0) return;
  await reader.get('/openapi.json', { label: LABEL });
}

/** The answer with it. Throws NotRecorded where there is none. */
export function documentOf(history: History): Exchange {
  return history.maybe(metLabel('document')) ?? history.one(LABEL);
}
