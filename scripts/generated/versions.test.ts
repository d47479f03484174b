/**
 * Every version by every change, as the wire shows both (VER-04): a member shows a change from its version on, and before it
 * what an older member did. The versions are stated beside each change, apart from the table of spans, so that a span which
 * moves by one version is seen.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { GATES, VERSIONS } from '../../gateway/contract/versions.ts';
import { DocumentFit } from './fits-document.ts';
import { servedDocument } from './served-document.ts';
import type { Change, Walk } from './versions/change.ts';
import { EveryVersion } from './versions/every-version.ts';
import { landmarksOf } from './versions/landmarks.ts';
import { ANSWER_CHANGES } from './versions/of-answers.ts';
import { KEY_CHANGES } from './versions/of-keys.ts';
import { MONEY_CHANGES } from './versions/of-money.ts';
import { RESOURCE_CHANGES } from './versions/of-resources.ts';

const CHANGES: readonly Change[] = [...MONEY_CHANGES, ...RESOURCE_CHANGES, ...KEY_CHANGES, ...ANSWER_CHANGES];

const world = await new EveryVersion().open();
afterAll(() => world[Symbol.asyncDispose]());
const walk: Walk = { world, landmarks: await landmarksOf(world) };

test('each span is seen, and at no other version than it says', () => {
  const stated = new Map(CHANGES.map(({ gate, at }) => [gate as string, at as string]));
  const spans = Object.entries<{ since?: string; until?: string }>(GATES);
  expect(Object.fromEntries(stated)).toEqual(
    Object.fromEntries(spans.map(([gate, { since, until }]) => [gate, since ?? until])),
  );
});

describe.each(VERSIONS)('%s', (version) => {
  const member = world.at(version);
  const position = (of: string) => (VERSIONS as readonly string[]).indexOf(of);

  test('shows just the changes up to it', async () => {
    // The intake of key material is bounded by the minute.
    await world.pass(61_000);
    const shown: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const { at, from = '0.1.0', what, see, before, since } of CHANGES) {
      if (position(version) < position(from)) continue;
      shown[`${at} ${what}`] = await see(member, walk);
      expected[`${at} ${what}`] = position(version) < position(at) ? before : since;
    }
    expect(shown).toEqual(expected);
  });

  test('publishes what it answered', async () => {
    const fit = new DocumentFit(await servedDocument(member.baseUrl));
    const faults = member.answers.flatMap(({ sent: { method, path }, status, headers, text }) => {
      if (path === '/openapi.json' || headers['content-type']?.startsWith('text/plain')) return [];
      const fault = fit.faultOf({ method, path, status, headers, body: text });
      return fault === undefined ? [] : [`${method} ${path} ${status}: ${fault}: ${text.slice(0, 200)}`];
    });
    expect([...new Set(faults)]).toEqual([]);
  });
});
