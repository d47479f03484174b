/** The transcript of a replay: `replay --transcript`. */
import { z } from 'zod';
import type { TrafficSocket } from '../../../scenarios/index.ts';
import { bodyText, type LogRow, type ReadLog } from './log-row.ts';

const content = { body: z.unknown().optional(), text: z.string().optional() };
const headers = z.array(z.tuple([z.string(), z.string()])).default([]);

const line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('exchange'),
    atMs: z.number(),
    as: z.string(),
    opens: z.string().optional(),
    request: z.object({ method: z.string(), path: z.string(), headers, ...content }),
    response: z.object({ atMs: z.number(), status: z.int(), headers, ...content }).optional(),
    failure: z.string().nullish(),
  }),
  z.object({ type: z.enum(['sent', 'received']), atMs: z.number(), socket: z.string(), ...content }),
  z.object({
    type: z.literal('closed'),
    atMs: z.number(),
    socket: z.string(),
    by: z.string(),
    code: z.int().optional(),
    reason: z.string().optional(),
  }),
  z.object({
    type: z.literal('control'),
    atMs: z.number(),
    step: z.number(),
    request: z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
    response: z.object({ status: z.int(), body: z.unknown().optional() }),
  }),
  z.object({ type: z.literal('step'), step: z.number(), does: z.string() }),
  z.object({ type: z.literal('scenario'), clock: z.string().optional() }),
  z.object({ type: z.literal('fault'), atMs: z.number().default(0), firings: z.number().default(0) }),
  z.object({ type: z.literal('verdict') }),
]);

type Line = z.output<typeof line>;
type Content = { readonly body?: unknown; readonly text?: string | undefined };

function textOf({ body, text }: Content): string | null {
  return text ?? (body === undefined ? null : typeof body === 'string' ? JSON.stringify(body) : bodyText(body));
}

/** Steps of the platform. Transcripts of older versions have only their words. */
const OF_THE_PLATFORM = /^(fault|clear|release|clock|member|owner|route|roll|snapshot|restore|reset|quote|issue)\b/;

/** Reads a transcript. */
export function transcriptLog(rows: readonly LogRow[]): ReadLog {
  const notes: string[] = [];
  const lines = rows.flatMap(({ row, where }): readonly (readonly [Line, string])[] => {
    const parsed = line.safeParse(row);
    if (parsed.success) return [[parsed.data, where]];
    notes.push(`${where}: it is no line of a transcript`);
    return [];
  });
  const changes = lines.flatMap(([one]) => (one.type === 'control' ? [one] : []));
  const known = new Set(changes.map(({ step }) => step));
  for (const [one, where] of lines) {
    if (one.type === 'step' && OF_THE_PLATFORM.test(one.does) && !known.has(one.step)) {
      notes.push(`${where}: the transcript describes step ${one.step} (${one.does}) in words alone`);
    }
  }
  const isVirtual = lines.some(([one]) => one.type === 'scenario' && one.clock === 'virtual');
  return {
    notes,
    isSanitised: false,
    clock: isVirtual ? 'virtual' : 'real',
    into(reader) {
      const sockets = new Map<string, TrafficSocket>();
      for (const [one, where] of lines) {
        if (one.type === 'exchange') {
          const { request, response, opens, failure } = one;
          const token: readonly [string, string][] =
            one.as === 'anonymous' ? [] : [['Authorization', `Bearer <token of ${one.as}>`]];
          const isTicket = /[?&]ticket=/.test(request.path);
          const sent = {
            method: request.method,
            path: request.path,
            headers: [...(opens !== undefined && isTicket ? [] : token), ...request.headers],
            body: textOf(request),
            atMs: one.atMs,
            where,
            as: one.as,
          };
          const socket =
            opens === undefined
              ? undefined
              : reader.socket(/market/i.test(request.path) ? 'marketData' : 'trading', sent);
          if (socket !== undefined && opens !== undefined) sockets.set(opens, socket);
          const waiting = socket ?? reader.request(sent);
          if (response === undefined) waiting.failed(failure ?? 'not answered', one.atMs);
          else waiting.answered({ ...response, body: textOf(response) ?? '' }, response.atMs);
        } else if (one.type === 'control') {
          const { method, path, body } = one.request;
          reader
            .control({ method, path, headers: [], body: bodyText(body), atMs: one.atMs, where })
            .answered({ status: one.response.status, headers: [], body: bodyText(one.response.body) ?? '' }, one.atMs);
        } else if (one.type === 'sent' || one.type === 'received')
          sockets.get(one.socket)?.frame(one.type, textOf(one), one.atMs);
        else if (one.type === 'closed') {
          const by = one.by === 'target' ? 'target' : 'client';
          sockets.get(one.socket)?.closed({ code: one.code ?? 1000, reason: one.reason ?? '', by }, one.atMs);
        }
      }
      const items = faultsFired(lines, changes);
      if (items.length === 0) return;
      const asked = { method: 'GET', path: '/faults', headers: [], body: null, atMs: 0, where: 'the lines of faults' };
      reader.control(asked).answered({ status: 200, headers: [], body: JSON.stringify({ items }) }, 0);
    },
  };
}

/** The faults as a control plane lists them. The lines of faults are in the order of the steps that added them. */
function faultsFired(
  lines: readonly (readonly [Line, string])[],
  changes: readonly Extract<Line, { type: 'control' }>[],
) {
  const ids = changes.flatMap(({ request, response }) =>
    request.method === 'POST' && request.path === '/faults' ? [(response.body as { readonly id?: unknown })?.id] : [],
  );
  const counts = lines.flatMap(([one]) => (one.type === 'fault' ? [one.firings] : []));
  return counts.map((firings, index) => ({ id: ids[index], firings }));
}
