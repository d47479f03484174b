import { Readable } from 'node:stream';
import { worldReadiness } from '../health/readiness.ts';
import type { Journal } from '../log/journal.ts';
import { OPENMETRICS_TYPE } from '../metrics/metrics.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { health } from './health-shapes.ts';
import { memberViews } from './member-routes.ts';
import { intakeCounts, journal, journalQuery, noQuery, resetDone, resetRequest } from './shapes.ts';

const MAX_RECORDS = 1000;

/** One line per record, a thousand lines a chunk. */
function* lines({ after }: Pick<Journal, 'after'>, head: number): Generator<string> {
  for (let from = 0; from < head; from += MAX_RECORDS) {
    const chunk = after(from, Math.min(MAX_RECORDS, head - from));
    yield chunk.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}

/** Resets the platform, and reads its journal, intake counts and health. */
export const PLATFORM_ROUTES = [
  controlRoute({
    operationId: 'reset',
    method: 'POST',
    path: '/reset',
    tag: 'Platform',
    summary: 'Resets the platform to its beginning; ports stay open and tokens stay valid',
    query: noQuery,
    body: resetRequest,
    answer: { status: 200, type: JSON_TYPE, shape: resetDone },
    run: async (world, { body }) => json(await world.reset(body.seed)),
  }),
  controlRoute({
    operationId: 'readJournal',
    method: 'GET',
    path: '/journal',
    tag: 'Platform',
    summary: 'Records of the sequence after a position: 100 unless limit states another number, up to 1,000',
    query: journalQuery,
    answer: { status: 200, type: JSON_TYPE, shape: journal },
    run(world, { query }) {
      const limit = Math.min(Number(query.limit ?? 100), MAX_RECORDS);
      return json({
        items: world.platform.journal.after(Number(query.after ?? 0), limit),
        head: world.platform.head(),
      });
    },
  }),
  controlRoute({
    operationId: 'exportJournal',
    method: 'GET',
    path: '/journal/export',
    tag: 'Platform',
    summary: 'The whole sequence, one record per line; the same seed and the same requests give the same bytes',
    query: noQuery,
    answer: { status: 200, type: 'application/x-ndjson', shape: null },
    run(world) {
      // The current records of this platform: a reset during a slow read replaces the journal.
      const body = Readable.from(lines(world.platform.journal, world.platform.head()));
      return { status: 200, type: 'application/x-ndjson', body };
    },
  }),
  controlRoute({
    operationId: 'readIntake',
    method: 'GET',
    path: '/intake',
    tag: 'Platform',
    summary: 'The numbers of stored and refused key material; the material itself is never returned',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: intakeCounts },
    run: (world) => json(world.platform.intakeCounts()),
  }),
  controlRoute({
    operationId: 'readHealth',
    method: 'GET',
    path: '/health',
    tag: 'Sandbox',
    summary:
      'Whether requests are taken now (503 if not, and why), and the state of the sandbox, its members and its limits',
    query: noQuery,
    answer: { status: 200, orStatus: 503, type: JSON_TYPE, shape: health },
    run(world) {
      const readiness = worldReadiness(world);
      const body = {
        ...readiness,
        status: readiness.ready ? 'serving' : 'not ready',
        world: world.name,
        seed: world.seed,
        position: world.platform.head(),
        baseUrl: world.baseUrl,
        members: memberViews(world),
        limits: world.limits,
      };
      return json(body, readiness.ready ? 200 : 503);
    },
  }),
  controlRoute({
    operationId: 'readMetrics',
    method: 'GET',
    path: '/metrics',
    tag: 'Sandbox',
    summary: 'The metrics of this process, of all its worlds, in OpenMetrics text',
    query: noQuery,
    answer: { status: 200, type: OPENMETRICS_TYPE, shape: null },
    run: async (world) => ({ status: 200, type: OPENMETRICS_TYPE, body: await world.worlds.metrics() }),
  }),
] as const;
