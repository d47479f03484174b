/** Checks of the contract document: `drive` reads it under the label `document`, and the judge sees what it publishes. */

import type { Exchange } from '../../member/exchange/exchange.ts';
import { json, status } from '../../member/exchange/exchange.ts';
import { asObject, type JsonObject } from '../../member/profile/contract-document.ts';
import type { CheckOfTable, Scene } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive } from '../../runner/judgement.ts';
import { documentOf, readDocument } from '../../scenes/published-document.ts';

/** Judges the document of the exchange labelled `document`; inconclusive where none was served (SVC-01 says so). */
export function ofDocument(history: History, judge: (document: JsonObject, served: Exchange) => Judgement): Judgement {
  const served = documentOf(history);
  const document = asObject(json(served));
  if (status(served) !== 200 || document['paths'] === undefined) {
    return inconclusive('GET /openapi.json served no contract document');
  }
  return judge(document, served);
}

/** A row of a table of such checks. */
export interface DocumentCheck extends CheckOfTable {
  readonly judge: (history: History) => Judgement;
}

/** The recipe of such a table: the document alone is read. */
export function ofTheDocument({ judge }: DocumentCheck) {
  return {
    needs: ['trader'] as const,
    drive: (scene: Scene<'trader'>) => readDocument(scene, scene.trader),
    judge,
  };
}
