/** What a header of a request may hold: a line break in it would be the start of another header. */
import type { z } from 'zod';
import { shown } from './shown.ts';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function controlIn(what: string, value: string): string | undefined {
  const isThere = /(?!\t)\p{Cc}/u.test(value.replaceAll(/[\u0080-\u009f]/g, ''));
  return isThere ? `${what} has a control character: take it out, or write it %0A` : undefined;
}

function problemOf(what: string, value: string): string | undefined {
  const isLatin = Array.from(value).every((character) => character <= '\u00ff');
  const control = controlIn(what, value);
  return control ?? (isLatin ? undefined : `${what} has a character past U+00FF, which no header holds`);
}

function refusing(problemIn: (what: string, value: string) => string | undefined) {
  return (what: string) =>
    (value: string, context: z.RefinementCtx): void => {
      const problem = problemIn(what, value);
      if (problem !== undefined) context.addIssue(problem);
    };
}

/** For the line of a request. */
export const withoutControls = refusing(controlIn);
/** For a text that is sent as a header. */
export const headerValue = refusing(problemOf);

/** For a mapping of headers. */
export function headersCanBeSent(headers: Readonly<Record<string, string>>, context: z.RefinementCtx): void {
  for (const [name, value] of Object.entries(headers)) {
    const problem = NAME.test(name.replaceAll(/\$\{[^{}]*\}/g, 'x'))
      ? problemOf(`the header ${name}`, value)
      : `${shown(name)} is no name of a header`;
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem, path: [name] });
  }
}

/** Thrown for a header that cannot be sent: an earlier answer brought a text that no header holds. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable';
}

/** The headers as they are sent, with their references replaced. @throws Unsendable */
export function sendable(headers: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  for (const [name, value] of headers) {
    const problem = NAME.test(name) ? problemOf(`the header ${name}`, value) : `${shown(name)} is no name of a header`;
    if (problem !== undefined) throw new Unsendable(`${problem} (${shown(value)} came with an earlier answer)`);
  }
  return headers;
}
