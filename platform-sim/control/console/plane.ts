/** Requests to the control plane that served this page, for the world of the page. */

/** A refusal of the plane, with its message. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The answer's JSON; undefined if it has no body. `path` is relative to the page, so that it stays in its world.
 * @throws Refused
 */
export async function ask<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(path, {
    method,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const value: unknown = text === '' ? undefined : JSON.parse(text);
  // A process that is not ready says so with 503: that is an answer.
  const isHealth = (value as { readonly ready?: boolean } | undefined)?.ready === false;
  if (answer.ok || isHealth) return value as Answer;
  const { error } = (value ?? {}) as { readonly error?: { readonly code: string; readonly message: string } };
  throw new Refused(error?.code ?? `${answer.status}`, error?.message ?? answer.statusText);
}
