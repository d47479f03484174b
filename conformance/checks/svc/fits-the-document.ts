/** What checks of SVC-11 share: every answer labelled `swept` is held to the document labelled `document`. */

import type { Exchange } from '../../client/exchange.ts';
import { header, isOk, json, pathOf, status, textAt } from '../../client/exchange.ts';
import { owes } from '../../client/owed.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';
import { DocumentValidator } from './document-validator.ts';

function isJson(e: Exchange): boolean {
  return /[/+]json\b/.test(header(e, 'content-type') ?? '');
}

/** What came to have an envelope with 0.12.0. */
function isALineOfText(e: Exchange): boolean {
  return !owes(e, '0.12.0') && [404, 405, 413, 500].includes(status(e) ?? 0);
}

function fits(history: History, validator: DocumentValidator, e: Exchange): Judgement {
  const path = pathOf(e);
  // What a 202 says is its Location; that it has a body besides is our own member's word.
  if (status(e) === 202 && e.response?.body === '' && !history.target.strict) return pass;
  if (!isJson(e)) return isALineOfText(e) ? pass : violated('a JSON body', e);
  let published = validator.published(e.request.method, path, status(e) ?? 0);
  if (published.schema === undefined) {
    const unlisted = isOk(e) || (history.target.strict && published.why === 'no such status');
    if (unlisted) return violated(`${status(e)} of ${e.request.method} ${path} in the contract document`, e);
    // A path or method that the document does not have: the envelope is the same for every refusal.
    published = validator.published('GET', '/me', 401);
    if (published.schema === undefined) return inconclusive('the document publishes no refusal of GET /me');
  }
  const fault = faultOf(validator, published.schema, json(e));
  if (fault.kind === 'unreadable') return inconclusive(`the document's schema is not read by ajv: ${fault.words}`);
  return fault.kind === 'none' ? pass : violated(`a body as the document publishes it: ${fault.words}`, e);
}

function faultOf(validator: DocumentValidator, schema: Parameters<DocumentValidator['faultOf']>[0], body: unknown) {
  try {
    const words = validator.faultOf(schema, body);
    return words === undefined ? { kind: 'none' as const } : { kind: 'fault' as const, words };
  } catch (error) {
    // OpenAPI 3.0 has a JSON Schema of its own; where it differs, ajv says so.
    return { kind: 'unreadable' as const, words: error instanceof Error ? error.message : String(error) };
  }
}

/** `document again` is read last: members of two versions answer to no one document. */
export function fitsTheDocument(history: History): Judgement {
  return ofDocument(history, (document, served) => {
    const again = history.one('document again');
    const isOfTwo = textAt(again, 'info', 'version') !== textAt(served, 'info', 'version');
    if (isOfTwo || history.target.window !== undefined) {
      return inconclusive('members of two versions answered');
    }
    const validator = new DocumentValidator(document, { closed: history.target.strict });
    return allOf(eachOf(history.labelled('swept'), (e) => fits(history, validator, e)));
  });
}
