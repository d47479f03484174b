/**
 * Every version by every change, as the wire shows both (VER-04): a member shows a change from its version on, and before it
 * what an older member did. The versions are stated beside each change, apart from the table of spans, so that a span which
 * moves by one version is seen.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { SOCKET_GATES, SOCKET_VERSIONS } from '../../../gateway/contract/sockets.ts';
import { GATES, VERSIONS } from '../../../gateway/contract/versions.ts';
import { DocumentFit } from './fits-document.ts';
import { servedDocument } from './served-document.ts';
import { of, type Walk } from './versions/change.ts';
import { CHANGES, shownBy } from './versions/changes.ts';
import { EveryVersion } from './versions/every-version.ts';
import { landmarksOf } from './versions/landmarks.ts';
import { SOCKET_CHANGES } from './versions/of-sockets.ts';

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

test.each([
  ['0.2.0', '0.2.1'],
  ['0.5.0', '0.5.1'],
] as const)('%s and %s differ in their number alone', async (version, next) => {
  const document = JSON.stringify(await world.at(next).document());
  expect(document.replace(`"version":"${next}"`, `"version":"${version}"`)).toBe(
    JSON.stringify(await world.at(version).document()),
  );
});

describe('sockets', () => {
  test.each(SOCKET_VERSIONS)('%s shows just the changes up to it', async (version) => {
    const token = await world.token('trader');
    const position = SOCKET_VERSIONS.indexOf(version);
    for (const { at, what, see, before, since } of SOCKET_CHANGES) {
      const expected = position < SOCKET_VERSIONS.indexOf(at) ? before : since;
      expect([what, await see(world.withSockets(version), token)]).toEqual([what, expected]);
    }
  });

  test('each of their spans is seen', () => {
    expect(Object.fromEntries(SOCKET_CHANGES.map(({ gate, at }) => [gate, { since: at }]))).toEqual(SOCKET_GATES);
  });
});

describe.each(VERSIONS)('%s', (version) => {
  const member = world.at(version);

  test('shows just the changes up to it', async () => {
    // The intake of key material is bounded by the minute.
    await world.pass(61_000);
    const { shown, expected } = await shownBy(member, walk);
    expect(shown).toEqual(expected);
  });

  test('has one effect under a key with every other, each in its own words', async () => {
    const key = world.key();
    const first = await member.order({}, key);
    for (const other of [world.at('0.1.0'), world.at('0.5.1'), world.newest]) {
      const replayed = await other.order({}, key);
      expect(replayed.headers['idempotent-replay']).toBe('true');
      expect([replayed.status, of(replayed.json, 'orderId')]).toEqual([201, of(first.json, 'orderId')]);
      expect(replayed.json).toEqual((await other.get(`/orders/${of(first.json, 'orderId')}`)).json);
    }
    await member.write('POST', `/orders/${of(first.json, 'orderId')}/cancel`, {}, { as: 'trader' });
  });

  test('refuses a status of what has none, whatever else it passes over', async () => {
    const reads = ['/account-balances', '/algos/instances', '/algos/versions'];
    for (const path of reads) {
      const there = (await member.get(path)).status === 200;
      expect([path, (await member.get(`${path}?status=ACTIVE`)).status]).toEqual([path, there ? 400 : 404]);
      expect([path, (await member.get(`${path}?view=approved`)).status]).toEqual([path, there ? 400 : 404]);
    }
  });

  test('publishes what it answered', async () => {
    const fit = new DocumentFit(await servedDocument(member.baseUrl));
    const { paths } = await member.document();
    for (const [path, methods] of Object.entries<object>(paths)) {
      if (path.includes('{') || !('get' in methods) || path === '/openapi.json') continue;
      const { json } = await member.get(path);
      const [row] = (of(json, 'items') ?? []) as Record<string, unknown>[];
      const [id] = Object.values(row ?? {});
      if (`${path}/{id}` in paths && id !== undefined) await member.get(`${path}/${id}`);
    }
    const faults = member.answers.flatMap(({ sent: { method, path }, status, headers, text }) => {
      const heard = { method, path, status, headers, body: text };
      const operation = fit.operationOf(heard);
      if (path === '/openapi.json' || operation === undefined) return [];
      const published = of(paths, operation.path, method.toLowerCase(), 'responses', status, 'content') ?? {};
      const isText = headers['content-type']?.startsWith('text/plain') ?? false;
      const asText = 'text/plain' in (published as object) ? undefined : 'a line of text is not published';
      const fault = isText ? asText : fit.faultOf(heard);
      return fault === undefined ? [] : [`${method} ${path} ${status}: ${fault}: ${text.slice(0, 200)}`];
    });
    expect([...new Set(faults)]).toEqual([]);
  });
});
