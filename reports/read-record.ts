/** Parses the text of a report.json to a run record, or throws one line about what is wrong with it. */
import { z } from 'zod';
import type { RunRecord } from '../conformance/runner/run-record.ts';

/** The file is not a run record; `message` is one line. */
export class ReportProblem extends Error {
  override readonly name = 'ReportProblem';
}

const verdict = z.enum(['fail', 'inconclusive', 'pass', 'not-applicable', 'not-exercised']);
const headers = z.array(z.tuple([z.string(), z.string()]));

const wireExchange = z.looseObject({
  n: z.int(),
  label: z.string().nullable(),
  actor: z.string(),
  request: z.looseObject({ method: z.string(), path: z.string(), headers, body: z.string().nullable() }),
  sentAtMs: z.number(),
  answeredAtMs: z.number(),
  response: z.looseObject({ status: z.int(), headers, body: z.string() }).nullable(),
  failure: z.string().nullable(),
});

const exchange = wireExchange.extend({ settling: z.array(wireExchange).optional() });

const counterexample = z.looseObject({
  seed: z.int(),
  path: z.string().nullable(),
  given: z.string().nullable(),
  expected: z.string(),
  seen: z.string(),
  exchanges: z.array(z.int()),
  rerun: z.string(),
  curl: z.string().nullable(),
  scenario: z.string().optional(),
  replay: z.string().optional(),
  unconfirmed: z.string().optional(),
});

const broken = z.looseObject({
  requirement: z.string(),
  clause: z.string(),
  expected: z.string(),
  seen: z.string(),
  known: z.looseObject({ reason: z.string(), owner: z.string(), expires: z.string() }).optional(),
});

const gate = z.looseObject({
  baseline: z
    .looseObject({
      file: z.string(),
      problems: z.array(z.looseObject({ kind: z.enum(['stale', 'expired', 'unknown']), sentence: z.string() })),
    })
    .optional(),
  coverage: z.array(z.looseObject({ asked: z.string(), met: z.boolean(), sentence: z.string() })).optional(),
});

const check = z.looseObject({
  id: z.string(),
  title: z.string(),
  proves: z.array(z.string()),
  verdict,
  reason: z.string().optional(),
  runs: z.int().min(0),
  durationMs: z.number().min(0),
  counterexample: counterexample.optional(),
  known: z.literal(true).optional(),
  broken: z.array(broken).optional(),
  fault: z.literal(true).optional(),
  evidence: z.array(exchange),
});

const count = z.int().min(0);

/** Loose, because later versions add members: unknown ones are kept. */
const runRecord = z.looseObject({
  schema: z.literal(1),
  tool: z.looseObject({ name: z.literal('touchstone'), version: z.string() }),
  run: z.looseObject({
    id: z.string().optional(),
    seed: z.int(),
    startedAt: z.string(),
    durationMs: z.number().min(0),
    profile: z.array(z.string()).optional(),
    target: z.looseObject({
      baseUrl: z.string(),
      contract: z.looseObject({ rest: z.string(), socket: z.string().nullable() }),
    }),
    requests: count,
    foreign: z
      .looseObject({ sentence: z.string(), answers: z.array(z.looseObject({ what: z.string(), count })) })
      .optional(),
    stopped: z.enum(['time budget', 'interrupted', 'target lost', 'plan exceeded']).nullable(),
    cause: z.string().optional(),
  }),
  gate: gate.optional(),
  verdict,
  summary: z.looseObject({
    pass: count,
    fail: count,
    inconclusive: count,
    'not-applicable': count,
    'not-exercised': count,
  }),
  requirements: z.array(
    z.looseObject({
      id: z.string(),
      verdict,
      reason: z.string().optional(),
      checks: z.array(z.string()),
      exercised: count,
    }),
  ),
  checks: z.array(check),
});

/** @param file its name in messages. Throws ReportProblem. */
export function readRunRecord(text: string, file: string): RunRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new ReportProblem(`${file}: no JSON: ${thrown instanceof Error ? thrown.message.replace(/\s+/g, ' ') : ''}`);
  }
  const parsed = runRecord.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data as unknown as RunRecord;
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;
  if (schema !== undefined && schema !== 1) {
    throw new ReportProblem(`${file}: a run record of schema ${JSON.stringify(schema)}; this version reads schema 1`);
  }
  const [issue] = parsed.error.issues;
  const where = issue?.path.map(String).join('.') || 'the record';
  const others = parsed.error.issues.length - 1;
  throw new ReportProblem(
    `${file}: no run record of touchstone check: ${where}: ${issue?.message ?? ''}${others > 0 ? ` (and ${others} more)` : ''}`,
  );
}
