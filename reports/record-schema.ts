/** The shape of a report.json (`RunRecord`): what readers of one may rely on. Published as dist/report.schema.json. */
import { z } from 'zod';

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
  clause: z.string().optional(),
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

const failures = z.array(z.looseObject({ check: z.string(), requirement: z.string(), clause: z.string() }));

const since = z.looseObject({
  file: z.string(),
  startedAt: z.string(),
  newFailures: failures,
  fixed: failures,
  lost: z.array(z.looseObject({ id: z.string(), why: z.string() })),
});

const depth = z.looseObject({ seen: z.int().min(0), known: z.int().min(0) });

const check = z.looseObject({
  id: z.string(),
  title: z.string(),
  proves: z.array(z.string()),
  needs: z.array(z.string()).optional(),
  verdict,
  lacks: z.array(z.looseObject({ key: z.string().optional(), why: z.string() })).optional(),
  byDecision: z.literal(true).optional(),
  flaky: z.literal(true).optional(),
  unreached: z.array(z.string()).optional(),
  breaks: z.array(z.string()).optional(),
  claims: z.array(z.looseObject({ id: z.string(), verdict, reason: z.string().optional() })).optional(),
  closes: z.literal(true).optional(),
  cases: z.record(z.string(), z.int().min(0)).optional(),
  depth: depth.extend({ unit: z.string().optional() }).optional(),
  serverErrors: z
    .array(
      z.looseObject({
        request: z.string(),
        status: z.int(),
        code: z.string().nullable(),
        message: z.string().nullable(),
        count: z.int().min(1),
      }),
    )
    .optional(),
  startedAtMs: z.number().min(0).optional(),
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

const timeline = z.looseObject({
  every: z.int().min(1),
  points: z.array(z.tuple([z.number(), z.number(), z.int(), z.number().nullable()])),
  answeredBy: z.looseObject({ names: z.array(z.string()), of: z.array(count.nullable()) }).optional(),
  events: z.array(z.looseObject({ kind: z.string(), what: z.string(), fromMs: z.number(), toMs: z.number() })),
  eventsLeftOut: count.optional(),
});

const latency = z.looseObject({
  boundsMs: z.array(z.number()),
  routes: z.array(z.looseObject({ route: z.string(), counts: z.array(count) })),
});

/** Loose, because later versions add members: unknown ones are kept. */
export const runRecord = z.looseObject({
  schema: z.literal(1),
  tool: z.looseObject({ name: z.literal('touchstone'), version: z.string() }),
  run: z.looseObject({
    id: z.string().optional(),
    seed: z.int(),
    startedAt: z.string(),
    durationMs: z.number().min(0),
    budget: z
      .looseObject({
        depth: z.enum(['quick', 'normal', 'thorough']).nullable(),
        requests: count.nullable(),
        leftOut: z.looseObject({ requirements: z.array(z.string()), checks: count }),
      })
      .optional(),
    profile: z.array(z.string()).optional(),
    commit: z.looseObject({ id: z.string(), from: z.string() }).optional(),
    target: z.looseObject({
      baseUrl: z.string(),
      contract: z.looseObject({ rest: z.string(), socket: z.string().nullable() }),
      strict: z.literal(true).optional(),
    }),
    requests: count,
    timeline: timeline.optional(),
    latency: latency.optional(),
    foreign: z
      .looseObject({ sentence: z.string(), answers: z.array(z.looseObject({ what: z.string(), count })) })
      .optional(),
    hooks: z
      .array(
        z.looseObject({
          hook: z.string(),
          part: z.enum(['run', 'undo']),
          check: z.string().nullable(),
          status: z.int().nullable(),
          durationMs: z.number().min(0),
          problem: z.string().optional(),
        }),
      )
      .optional(),
    stopped: z.enum(['time budget', 'interrupted', 'target lost', 'plan exceeded']).nullable(),
    cause: z.string().optional(),
  }),
  gate: gate.optional(),
  since: since.optional(),
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
      depth: depth.optional(),
      inPart: z.looseObject({ passed: count, of: count }).optional(),
    }),
  ),
  checks: z.array(check),
  tolerations: z
    .array(
      z.looseObject({ id: z.string(), kind: z.enum(['not judged', 'either']), point: z.string(), accepts: z.string() }),
    )
    .optional(),
});

/** As JSON Schema (draft 7, which editors support). It says nothing about members that later versions add. */
export function reportJsonSchema(): object {
  return { title: 'Record of a run of touchstone check', ...z.toJSONSchema(runRecord, { target: 'draft-7' }) };
}
