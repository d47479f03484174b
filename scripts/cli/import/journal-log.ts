/**
 * The journal of a sandbox: what its record owners judged. It has no reads and no refusals of the door, and of the writes it
 * has the platform's form; orders become requests, anything else gets a note.
 */
import { z } from 'zod';
import { publishedStatus } from '../../../conformance/contract/refusals.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import type { LogRow, ReadLog } from './log-row.ts';

const record = z.object({
  position: z.int(),
  atNs: z.string().regex(/^[0-9]{1,19}$/),
  command: z.object({
    principal: z.object({ orgId: z.int(), userId: z.int() }),
    key: z.string().nullable(),
    operation: z.string(),
    body: z.looseObject({ kind: z.string() }),
  }),
  verdict: z.object({
    facts: z.array(z.looseObject({ kind: z.string(), order: z.looseObject({}).optional() })).optional(),
    refused: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
});

type SequencedRecord = z.output<typeof record>;

/** The seed's own records end with the first quotes of the venue. */
function sinceTheSeed(records: readonly SequencedRecord[]): readonly SequencedRecord[] {
  const last = records.findIndex(({ command }) => command.operation === 'quotes');
  return last < 0 ? records : records.slice(last + 1);
}

function requestOf({ command: { key, operation, body } }: SequencedRecord) {
  if (body.kind === 'submit') {
    const { kind: _, algoInstanceId: __, ...order } = body;
    return { path: '/orders', body: { ...order, clientOrderId: key }, status: 201 };
  }
  const id = /^cancelOrder (\d+)$/.exec(operation)?.[1];
  return id === undefined ? undefined : { path: `/orders/${id}/cancel`, body: {}, status: 200 };
}

function principalIn(profile: Profile | undefined, { orgId, userId }: SequencedRecord['command']['principal']) {
  const found = Object.entries(profile?.principals ?? {}).find(
    ([, row]) => row?.org === orgId && row.userId === userId,
  );
  return found?.[0];
}

/** Reads a journal. */
export function journalLog(rows: readonly LogRow[]): ReadLog {
  const notes: string[] = [];
  const records = rows.flatMap(({ row, where }): readonly SequencedRecord[] => {
    const parsed = record.safeParse(row);
    if (parsed.success) return [parsed.data];
    notes.push(`${where}: it is no record of a journal`);
    return [];
  });
  const own = sinceTheSeed(records);
  const ofClients = own.filter(({ command }) => command.key !== null && command.principal.userId !== 0);
  if (ofClients.length < records.length)
    notes.push(`left out: ${records.length - ofClients.length} records of the seed, the venues and the engine`);
  for (const one of ofClients) {
    if (requestOf(one) === undefined)
      notes.push(
        `position ${one.position}: ${one.command.operation} is in the platform's form, which makes no request`,
      );
  }
  return {
    notes,
    isSanitised: true,
    into(reader, profile) {
      for (const one of ofClients) {
        const request = requestOf(one);
        if (request === undefined) continue;
        const { atNs, command, verdict, position } = one;
        const atMs = Number(BigInt(atNs) / 1_000n) / 1_000;
        const as = principalIn(profile, command.principal);
        const waiting = reader.request({
          method: 'POST',
          path: request.path,
          headers: [['Idempotency-Key', command.key ?? '']],
          body: JSON.stringify(request.body),
          atMs,
          where: `position ${position}`,
          ...(as === undefined ? {} : { as }),
        });
        const { refused, facts } = verdict;
        const status = refused === undefined ? request.status : (publishedStatus(refused.code) ?? 422);
        const row = facts?.find(({ order }) => order !== undefined)?.order ?? {};
        const body = refused === undefined ? row : { error: { code: refused.code, message: refused.message } };
        waiting.answered({ status, headers: [], body: JSON.stringify(body) }, atMs);
      }
    },
  };
}
