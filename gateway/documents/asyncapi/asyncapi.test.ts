import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOCKET_REFUSALS } from '../../contract/socket-refusals.ts';
import { SOCKET_VERSIONS, type SocketVersion, socketGatesAt } from '../../contract/sockets.ts';
import { gatesAt, NEWEST, VERSIONS, type Version } from '../../contract/versions.ts';
import { socketDocument } from './asyncapi.ts';

const REDOCLY = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

interface Message {
  readonly payload: { readonly $ref: string };
  readonly examples: readonly { readonly payload: Readonly<Record<string, unknown>> }[];
}

interface Document {
  readonly info: { readonly version: string };
  readonly servers: Readonly<Record<string, { readonly security?: readonly unknown[] }>>;
  readonly channels: Readonly<
    Record<string, { readonly messages: object; readonly bindings: { readonly ws: object } }>
  >;
  readonly operations: Readonly<Record<string, { readonly action: string; readonly 'x-assumed'?: true }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<
      Record<string, { readonly examples?: readonly string[]; readonly 'x-codes'?: object[] }>
    >;
  };
}

/** The document after a JSON round trip, as it is served. */
function documentOf(version: SocketVersion, rest: Version = NEWEST): Document {
  return JSON.parse(JSON.stringify(socketDocument(version, socketGatesAt(version), gatesAt(rest)))) as Document;
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-asyncapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(VERSIONS)('every example of a member of %s has the shapes of its version', (rest) => {
  const ajv = new Ajv({ strict: false });
  const { components } = documentOf('1.4.0', rest);
  ajv.addSchema({ components }, 'document');
  for (const [name, { payload, examples }] of Object.entries(components.messages)) {
    for (const { payload: frame } of examples) {
      expect([name, ajv.getSchema(`document${payload.$ref}`)?.(frame)]).toEqual([name, true]);
    }
  }
});

describe.each(SOCKET_VERSIONS)('the document of socket contract %s', (version) => {
  const document = documentOf(version);
  const isAt = (since: SocketVersion) => SOCKET_VERSIONS.indexOf(since) <= SOCKET_VERSIONS.indexOf(version);

  test('is valid AsyncAPI 3', { timeout: 60_000 }, () => {
    const path = join(folder, `${version}.json`);
    writeFileSync(path, JSON.stringify(document));
    // The market data handshake carries no credential, so its empty security is intended.
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [REDOCLY, 'lint', path, '--format=json', '--skip-rule=security-defined'],
      { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' } },
    );
    expect({ status, problems: problemsOf(stdout), stderr: status === 0 ? '' : stderr }).toEqual({
      status: 0,
      problems: [],
      stderr: '',
    });
  });

  test('states its version, its ops and its codes', () => {
    expect(document.info.version).toBe(version);
    const ops = Object.keys(document.operations).filter((name) => document.operations[name]?.action === 'receive');
    expect(ops).toEqual([
      'trading.auth',
      'trading.subscribe',
      'trading.unsubscribe',
      ...(isAt('1.1.0') ? ['trading.submit', 'trading.cancel'] : []),
      'marketData.auth',
      'marketData.subscribe',
      'marketData.unsubscribe',
    ]);
    expect('orderAnswered' in (document.channels['trading']?.messages ?? {})).toBe(isAt('1.1.0'));
    const codes = Object.entries(SOCKET_REFUSALS).flatMap(([code, { since }]) => (isAt(since) ? [code] : []));
    expect(document.components.schemas['SocketRefusalCode']?.examples).toEqual(codes);
  });

  test('states whether a handshake needs a credential, and that market data takes none', () => {
    expect(document.servers['trading']?.security !== undefined).toBe(isAt('1.4.0'));
    expect(document.servers['marketData']?.security).toBeUndefined();
    expect(document.channels['trading']?.bindings.ws).toHaveProperty('query.properties.ticket');
    expect(document.channels['marketData']?.bindings.ws).not.toHaveProperty('query');
  });

  describe('of every message', () => {
    const ajv = new Ajv({ strict: false });
    beforeAll(() => void ajv.addSchema(document, 'document'));
    const rows = Object.entries(document.components.messages).flatMap(([name, { payload, examples }]) =>
      examples.map(
        ({ payload: frame }) => [`${name} ${JSON.stringify(frame).slice(0, 60)}`, payload.$ref, frame] as const,
      ),
    );
    const fits = (ref: string, frame: object) => {
      const valid = ajv.getSchema(`document${ref}`);
      if (valid === undefined) throw new Error(`no schema ${ref}`);
      return { valid: valid(frame), errors: valid.errors };
    };

    test.each(rows)('%s fits its schema', (_, ref, frame) => {
      expect(fits(ref, frame)).toEqual({ valid: true, errors: null });
    });

    test.each(rows)('%s does not fit with a member missing or an extra one', (_, ref, frame) => {
      for (const name of Object.keys(frame).filter((member) => !OPTIONAL.includes(member))) {
        const { [name]: __, ...without } = frame;
        expect({ name, ...fits(ref, without) }).toMatchObject({ valid: false });
      }
      expect(fits(ref, { ...frame, stray: 1 })).toMatchObject({ valid: false });
    });
  });
});

const OPTIONAL = ['failedTopicIndex', 'reason', 'globalSequence'];

function problemsOf(stdout: string): unknown {
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { readonly problems: readonly object[] };
  return problems;
}

test('only parts that the interface does not show are marked as assumed', () => {
  const { operations } = documentOf('1.4.0');
  const shown = Object.keys(operations).filter((name) => operations[name]?.['x-assumed'] === undefined);
  expect(shown).toEqual([
    'trading.auth',
    'trading.on.sessionOpened',
    'trading.on.sessionExpiring',
    'trading.on.sessionClosing',
    'marketData.auth',
  ]);
});

test('describes codes that are listed but not emitted any more', () => {
  const notEmitted = (version: SocketVersion) =>
    documentOf(version).components.schemas['SocketRefusalCode']?.['x-codes']?.filter((row) => 'emitted' in row);
  expect(notEmitted('1.0.0')).toEqual([]);
  expect(notEmitted('1.1.0')).toEqual([{ code: 'OWNER_ABSENT', retryable: true, emitted: false }]);
  expect(notEmitted('1.4.0')).toHaveLength(2);
});

test('the market data socket has no versions: it has its own codes, which include all that it emits', () => {
  for (const version of SOCKET_VERSIONS) {
    const { schemas } = documentOf(version).components;
    const frame = schemas['MarketDataRefusedFrame'] as unknown as { readonly properties: { readonly code: object } };
    expect(frame.properties.code).toEqual({ $ref: '#/components/schemas/MarketDataRefusalCode' });
    expect(schemas['MarketDataRefusalCode']?.examples).toEqual(
      expect.arrayContaining(['UNAUTHENTICATED', 'NOT_SERVING', 'BACKPRESSURE']),
    );
    expect(JSON.stringify(schemas['MarketDataRefusalCode'])).not.toContain('emitted');
  }
});
