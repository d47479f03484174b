import { Refusal } from '../contract/refusals.ts';
import type { AlgoVersionRow } from '../facts.ts';
import type { Services } from '../services.ts';

/** Of UTF-8, as written and as sent (ALG-12, ALG-15). */
export const DOCUMENT_LIMIT_BYTES = 6_144;

/**
 * The document as it goes to the platform: names that its version's schema types as references are replaced by ids. A
 * version that this member does not hold yet says nothing of references: the text goes as it was written (ALG-17).
 */
export async function sendableDocument(
  services: Services,
  orgId: number,
  version: AlgoVersionRow | undefined,
  document: string,
): Promise<string> {
  if (Buffer.byteLength(document) > DOCUMENT_LIMIT_BYTES) {
    throw new Refusal('DOCUMENT_TOO_LARGE', `document: longer than ${DOCUMENT_LIMIT_BYTES} bytes of UTF-8`);
  }
  return document;
}
