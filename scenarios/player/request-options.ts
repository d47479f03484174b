/** A scenario's request as options of the target's client. */
import type { RequestOptions } from '../../conformance/member/actor.ts';
import { sendable } from '../format/header-values.ts';
import type { Sent } from '../format/scenario.ts';
import { exactJson } from './exact-json.ts';

/** `sent` with its references replaced. A Content-Type among the headers replaces the client's own. */
export function requestOptions({ method, path, key, query, headers, body }: Sent): RequestOptions {
  const isContentType = (name: string) => name.toLowerCase() === 'content-type';
  const lines = sendable(Object.entries(headers));
  if (key !== undefined) sendable([['Idempotency-Key', String(key)]]);
  const contentType = lines.find(([name]) => isContentType(name))?.[1];
  return {
    method,
    path: String(path),
    ...(key === undefined ? {} : { key: String(key) }),
    ...(query === undefined ? {} : { query }),
    headers: lines.filter(([name]) => !isContentType(name)),
    ...(contentType === undefined ? {} : { contentType }),
    ...(body === undefined ? {} : 'text' in body ? { rawBody: body.text } : { body: exactJson(body.json) }),
  };
}
