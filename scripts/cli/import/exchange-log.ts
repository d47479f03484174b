/** The exchanges of a sandbox with their bodies, as its control plane lists them: the newest first. */
import { z } from 'zod';
import { bodyText, type LogRow, type ReadLog } from './log-row.ts';

const message = z.object({ headers: z.array(z.tuple([z.string(), z.string()])), body: z.unknown().optional() });

const exchange = z.object({
  n: z.number(),
  atNs: z.string().regex(/^[0-9]{1,19}$/),
  method: z.string(),
  status: z.int(),
  target: z.string().optional(),
  path: z.string(),
  op: z.string().optional(),
  request: message.optional(),
  response: message.optional(),
  isCut: z.boolean().optional(),
});

/** Nanoseconds as milliseconds; a fraction keeps the order. */
function ms(ns: string): number {
  return Number(BigInt(ns) / 1_000n) / 1_000;
}

/** What the log shows instead of key material, whose legs are not known then. */
const HIDDEN = '[not shown]';
const LEGS = { key: '<material>', secret: '<material>', passphrase: '<material>' };

function requestBody(body: unknown): string | null {
  const isHidden = typeof body === 'object' && body !== null && 'material' in body && body.material === HIDDEN;
  return bodyText(isHidden ? { ...body, material: LEGS } : body);
}

/** Reads exchanges. */
export function exchangeLog(rows: readonly LogRow[]): ReadLog {
  const told: string[] = [];
  const read = rows.flatMap(({ row, where }) => {
    const parsed = exchange.safeParse(row);
    if (parsed.success) return [{ ...parsed.data, where }];
    told.push(`${where}: it is no exchange of a sandbox`);
    return [];
  });
  const ops = read.filter(({ method }) => method === 'WS');
  for (const { where, op } of ops) {
    told.push(
      `${where}: ${op === undefined ? 'what a socket saw' : `op ${op}`} has no step: the log does not name its session`,
    );
  }
  const requests = read.filter(({ method, request, where }) => {
    if (method === 'WS') return false;
    if (request === undefined) told.push(`${where}: the log has no bodies; read it with ?bodies=true`);
    return request !== undefined;
  });
  return {
    told,
    isSanitised: requests.every(({ request }) => request?.headers.every(([, value]) => value !== '') !== false),
    into(reader) {
      for (const { atNs, method, target, path, request, response, status, where, isCut } of requests.toSorted(
        (a, b) => a.n - b.n,
      )) {
        if (isCut === true) told.push(`${where}: a body is longer than what the log keeps of it`);
        const headers = (request?.headers ?? []).filter(([name]) => !/^authorization$/i.test(name));
        const atMs = ms(atNs);
        const waiting = reader.request({
          method,
          path: target ?? path,
          headers,
          body: requestBody(request?.body),
          atMs,
          where,
        });
        waiting.answered({ status, headers: response?.headers ?? [], body: bodyText(response?.body) ?? '' }, atMs);
      }
    },
  };
}
