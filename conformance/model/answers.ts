/** The answers of a history by what the statements look for, so that they are gone through once for all of them. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { errorCode, isOf, pathOf, status } from '../member/exchange/exchange.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './derived.ts';
import type { Subject } from './subject.ts';
import { subjectOf } from './subject.ts';

/** Each list is in order of sending. */
export interface Answers {
  /** With a status of 400 or more. */
  readonly refused: readonly Exchange[];
  /** With an error code, whatever the status. */
  readonly coded: readonly { readonly exchange: Exchange; readonly code: string }[];
  /** To reads of collections, served or refused. */
  readonly collections: readonly { readonly exchange: Exchange; readonly subject: Subject }[];
  /** To GET /operations/{key}. */
  readonly operations: readonly { readonly exchange: Exchange; readonly key: string }[];
  /** To POST /v1/ws-tickets. */
  readonly mints: readonly Exchange[];
}

/** The answers of a history by what was asked and how it was answered. */
export const answersOf: (chronicle: Chronicle) => Answers = derived(({ history }) => {
  const answers = {
    refused: [] as Exchange[],
    coded: [] as { exchange: Exchange; code: string }[],
    collections: [] as { exchange: Exchange; subject: Subject }[],
    operations: [] as { exchange: Exchange; key: string }[],
    mints: [] as Exchange[],
  };
  for (const exchange of history.answered) {
    if ((status(exchange) ?? 0) >= 400) answers.refused.push(exchange);
    const code = errorCode(exchange);
    if (code !== undefined) answers.coded.push({ exchange, code });
    if (exchange.request.method === 'GET') {
      const key = operationKeyOf(exchange);
      const subject = key === undefined ? subjectOf(exchange) : undefined;
      if (key !== undefined) answers.operations.push({ exchange, key });
      else if (subject?.kind === 'page') answers.collections.push({ exchange, subject });
    } else if (isOf(exchange, 'POST /v1/ws-tickets')) answers.mints.push(exchange);
  }
  return answers;
});

function operationKeyOf(e: Exchange): string | undefined {
  if (!e.request.path.startsWith('/operations/')) return undefined;
  const key = /^\/operations\/([^/]+)$/.exec(pathOf(e))?.[1];
  return key === undefined ? undefined : decodeURIComponent(key);
}
