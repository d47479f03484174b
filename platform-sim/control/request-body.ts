import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { ControlError } from './control-error.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** The body as text. Throws PAYLOAD_TOO_LARGE past a mebibyte, and MALFORMED_REQUEST if it is not UTF-8. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) {
      // The rest is read and dropped: an unread connection can neither continue nor drain.
      request.resume();
      throw new ControlError('PAYLOAD_TOO_LARGE', 'the body must be at most 1 MiB');
    }
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ControlError('MALFORMED_REQUEST', 'the body is not UTF-8');
  }
}

/**
 * The JSON body; an empty one is `{}`. A body of another media type is refused, because a page of another origin can
 * send those without a preflight (guards.ts).
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  if (text.trim() === '') return {};
  if (!/^application\/json[ \t]*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new ControlError('UNSUPPORTED_MEDIA_TYPE', 'send the body with Content-Type: application/json');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlError('MALFORMED_REQUEST', 'the body is not JSON');
  }
}

/** The value parsed by a shape. Throws MALFORMED_REQUEST that names the first invalid property and the reason. */
export function shaped<Shape extends z.ZodType>(shape: Shape, value: unknown, where: string): z.infer<Shape> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = [where, ...(issue?.path ?? [])].join('.');
  throw new ControlError(
    'MALFORMED_REQUEST',
    `${path}: ${issue === undefined ? 'does not match the documented shape' : messageOf(issue)}`,
  );
}

/** Maximum number of options in one line of a message; the contract versions have more. */
const MOST_OPTIONS = 20;

/** zod's message, if it is clear enough. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input' && issue.errors.length > 0) {
    const alternatives = issue.errors.flat().map((one) => messageOf(one).replace(/^Invalid (input|option): /, ''));
    return `Invalid input: ${[...new Set(alternatives)].join(', or ')}`;
  }
  if (issue.code === 'invalid_value' && issue.values.length > MOST_OPTIONS) {
    const [first, last] = [issue.values[0], issue.values.at(-1)];
    return `Invalid option: expected one of "${String(first)}" to "${String(last)}": GET /openapi.json lists all ${issue.values.length}`;
  }
  return issue.message;
}
