import { describe, expect, test } from 'vitest';
import { REFUSALS, type RefusalCode } from '../contract/refusals.ts';
import type { KnownName } from '../stage.ts';
import { COLUMNS, PIPELINE, type PipelineColumn, stagesOf } from './pipeline.ts';

const PRECEDENCE = Object.keys(REFUSALS) as RefusalCode[];

/** The values that the port provides before the first stage. */
const AT_THE_DOOR: Record<string, readonly KnownName[]> = {
  none: ['services', 'request', 'path', 'rawQuery', 'allowed'],
  routed: ['services', 'request', 'path', 'rawQuery', 'operation', 'route', 'params', 'readText'],
  handshake: ['services', 'request', 'path', 'rawQuery', 'memberName', 'isUpgrade'],
  busy: ['services', 'request', 'path', 'rawQuery'],
  'order-op': ['services', 'caller', 'key', 'operation', 'route', 'params', 'ifMatch', 'body'],
};

/** A socket operation is validated by the shape of the HTTP body before its column runs. */
const GIVEN_BEFORE: Partial<Record<PipelineColumn, readonly RefusalCode[]>> = { 'order-op': ['MALFORMED_REQUEST'] };

function atTheDoor(column: PipelineColumn): readonly KnownName[] {
  if (column === 'none' || column === 'order-op' || column === 'busy') return AT_THE_DOOR[column] ?? [];
  return AT_THE_DOOR[column === 'trading' || column === 'market-data' ? 'handshake' : 'routed'] ?? [];
}

describe.each(COLUMNS)('column %s', (column) => {
  const stages = stagesOf(column);

  test('has stages', () => {
    expect(stages.length).toBeGreaterThan(2);
  });

  test('each stage needs only the values of the stages above it', () => {
    const known = new Set(atTheDoor(column));
    const missing: string[] = [];
    for (const stage of stages) {
      for (const need of stage.needs) if (!known.has(need)) missing.push(`${stage.name} needs ${need}`);
      for (const given of stage.gives) known.add(given);
    }
    expect(missing).toEqual([]);
  });

  test('the first stages that give each code are in the order of the refusal table', () => {
    const first = new Set(GIVEN_BEFORE[column]);
    for (const stage of stages) if (stage.name !== 'render-refusals') for (const code of stage.refuses) first.add(code);
    // The registration of a caller may already fail with this code; its place is that of the key's look-up.
    const ordered = [...first].filter((code) => code !== 'NOT_SERVING');
    expect(ordered).toEqual([...ordered].sort((a, b) => PRECEDENCE.indexOf(a) - PRECEDENCE.indexOf(b)));
  });
});

test('every stage is in one row, and every row is in a column', () => {
  const names = PIPELINE.map(([stage]) => stage.name);
  expect(new Set(names).size).toBe(names.length);
  expect(PIPELINE.filter(([, ...columns]) => columns.length === 0)).toEqual([]);
});

test('every refusal of the table is given by a stage, or only by an owner', () => {
  const byStages = new Set(PIPELINE.flatMap(([stage]) => stage.refuses));
  const byOwners = PRECEDENCE.slice(PRECEDENCE.indexOf('CAPABILITY_DENIED'), PRECEDENCE.indexOf('INTERNAL_ERROR'));
  expect(PRECEDENCE.filter((code) => !byStages.has(code) && !byOwners.includes(code))).toEqual([]);
});
