/** The compose files are valid and do what their comments say; nginx reads its configuration. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { testFolder } from '../cli/testing/test-folder.ts';
import { command as commandOf } from '../proof/container/containerfile.ts';
import { stages } from '../proof/container/stand-in.ts';
import { NGINX } from '../proof/nginx/start-nginx.ts';
import { parsedCommand } from './testing/parsed-command.ts';

interface Service {
  readonly command: readonly string[];
  readonly image?: string;
  readonly restart: string;
  readonly read_only?: boolean;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
}

/** Of dclint, whose own types do not resolve for Node. */
interface Linted {
  readonly messages: readonly { readonly rule: string; readonly message: string }[];
}

const folder = testFolder();
const FILES = ['compose.yaml', 'compose.platform.yaml'] as const;
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const textOf = (file: string) => readFileSync(pathOf(file), 'utf8');
const servicesOf = (file: string): readonly (readonly [string, Service])[] =>
  Object.entries((parse(textOf(file), { merge: true }) as { readonly services: Record<string, Service> }).services);
const services = FILES.flatMap(servicesOf);
const own = services.filter(([, { image }]) => image === undefined);

/** Orders by the alphabet say less than orders by who needs whom. */
const ORDERS = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order'];

function problemsOf(file: string): readonly string[] {
  const rules = Object.fromEntries(ORDERS.map((name) => [name, 0 as const]));
  const results: readonly Linted[] = new DCLinter({ rules, quiet: false, debug: false, exclude: [] }).lintFiles(
    [file],
    false,
  );
  return results.flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`));
}

describe('by the schema and the rules of a linter', () => {
  test.each(FILES)('%s has no problem', (file) => expect(problemsOf(pathOf(file))).toEqual([]));

  test('one with a misspelt key would be refused', () => {
    const file = join(folder, 'compose.yaml');
    writeFileSync(file, textOf('compose.yaml').replace('read_only', 'readonly'));
    expect(problemsOf(file)).toEqual([expect.stringContaining('/services/sandbox')]);
  });
});

describe('our processes', () => {
  test('their commands are those of the command line', async () => {
    const typed = [...own.map(([, { command }]) => command), commandOf(stages().at(-1), 'CMD')];
    expect(await Promise.all(typed.map(parsedCommand))).toHaveLength(7);
  });

  test('a command with an unknown option would be refused', async () => {
    await expect(parsedCommand(['sandbox', '--prot', '4010'])).rejects.toThrow("unknown option '--prot'");
  });

  test.each(own)(
    '%s has a read-only root, and starts again a bounded number of times, but not after status 0',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        restart: expect.stringMatching(/^on-failure:\d+$/),
      });
    },
  );

  test.each(own)('%s is asked for its health where it serves it', async (_, { command, healthcheck }) => {
    const { controlPort, healthPort } = await parsedCommand(command);
    const [, , url] = healthcheck?.test.slice(1) ?? [...commandOf(stages().at(-1), 'HEALTHCHECK'), undefined];
    expect(url ?? 'http://127.0.0.1:4011/health').toBe(`http://127.0.0.1:${healthPort ?? controlPort}/health`);
  });
});

describe('nginx.conf', () => {
  const conf = textOf('nginx.conf');

  test('names the members by their addresses', () => {
    const named = new Set([...conf.matchAll(/server ([\d.]+):4010/g)].map(([, address]) => address));
    const members = own.flatMap(([, { networks }]) => networks?.default.ipv4_address ?? []);
    expect([...named]).toEqual(members);
  });

  test('is that of platform-sim/README.md but for addresses', () => {
    const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(textOf('../../platform-sim/README.md')) ?? [];
    const directives = (text: string) =>
      [...text.replaceAll(/^\s*#.*$/gm, '').matchAll(/\S.*\S|\}/g)].map(([line]) =>
        line.replace(/[\d.:]*\d(?= max_fails|;$)/, 'N'),
      );
    const ours = directives(conf);
    expect(ours.slice(ours.indexOf('map $http_upgrade $connection_of_members {'), -1)).toEqual(directives(block));
  });

  if (!existsSync(NGINX)) console.warn(`not tested by nginx -t: ${NGINX} is not here`);
  test.skipIf(!existsSync(NGINX)).each([
    ['is valid', conf, 0],
    ['with a misspelt directive would be refused', conf.replace('proxy_read_timeout', 'proxy_read_timeouts'), 1],
  ])('%s', (_, text, expected) => {
    writeFileSync(join(folder, 'nginx.conf'), `pid nginx.pid;\n${text}`);
    const args = ['-t', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
    const { status, stderr } = spawnSync(NGINX, args, { encoding: 'utf8' });
    expect(status, stderr).toBe(expected);
  });
});
