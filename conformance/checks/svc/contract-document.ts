/** The contract document that `drive` read under the label `document`, for judges of what it publishes. */
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive } from '../../runner/judgement.ts';
import { asObject, type JsonObject } from '../../target/contract-document.ts';
import type { Exchange } from '../../target/exchange.ts';
import { json, status } from '../../target/exchange.ts';

/** Judges the document of the exchange labelled `document`; inconclusive where none was served (SVC-01 says so). */
export function ofDocument(history: History, judge: (document: JsonObject, served: Exchange) => Judgement): Judgement {
  const served = history.one('document');
  const document = asObject(json(served));
  if (status(served) !== 200 || document['paths'] === undefined) {
    return inconclusive('GET /openapi.json served no contract document');
  }
  return judge(document, served);
}
