import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { haltStopsEveryInstance } from './halt-stops-every-instance.check.ts';

const created = answer('POST /algos/instances', { status: 201 });
const row = (status: string) => answer('GET /algos/instances/7', { status: 200, body: { status } });
const started = answer('POST /algos/instances/7/start', { status: 200, body: { status: 'STARTED' } });
const halt = (count: unknown, status = 200) => answer('POST /algos/halt', { status, body: { count } });
const list = (...statuses: string[]) =>
  answer('GET /algos/instances', { status: 200, body: { items: statuses.map((status) => ({ status })) } });
const GOOD = {
  created,
  'created too': created,
  started: [started, started],
  list: list('STARTED', 'STOPPED', 'STARTED', 'STARTED'),
  halt: halt(3),
  halted: [row('STOPPED'), row('STOPPED')],
  'halt again': halt(0),
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['all', {}, 'pass', 'pass'],
  ['all, into a state of its own', { halted: [row('HALTED'), row('HALTED')] }, 'pass', 'violated'],
  ['all, and counts less', { halt: halt(2) }, 'pass', 'violated'],
  ['all, and counts one', { halt: halt(1) }, 'violated', 'violated'],
  ['all, and counts nothing', { halt: halt(undefined) }, 'violated', 'violated'],
  ['all, and counts in text', { halt: halt('3') }, 'violated', 'violated'],
  ["the caller's own alone", { halted: [row('STOPPED'), row('STARTED')] }, 'violated', 'violated'],
  ['nothing, and says so', { 'halt again': halt(0, 409) }, 'violated', 'violated'],
  ['all, and counts them again', { 'halt again': halt(3) }, 'violated', 'violated'],
  ['what was not started', { started: answer('POST /x', { status: 409 }) }, 'inconclusive', 'inconclusive'],
])('it stops %s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(haltStopsEveryInstance, historyOf({ ...GOOD, ...over }, { strict: is })),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
