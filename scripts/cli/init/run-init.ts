/** `touchstone init` as a process: reads the contract document, writes a commented profile. */
import { access, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { dialer } from '../../../conformance/member/connection/dial.ts';
import { proxiesOf } from '../../../conformance/member/connection/proxies.ts';
import { readTlsFiles } from '../../../conformance/member/connection/tls-files.ts';
import { parse } from '../../../conformance/member/exchange/exchange.ts';
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import {
  doubtfulAddresses,
  knownFromDocument,
  serversOf,
} from '../../../conformance/member/profile/known-from-document.ts';
import { profileJsonSchema } from '../../../conformance/member/profile/profile-keys.ts';
import { profileText } from '../../../conformance/member/profile/profile-text.ts';
import { httpTransport } from '../../../conformance/member/sending/transport.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import type { InitOptions } from './init.ts';

const TIMEOUT_MS = 10_000;
/** The JSON Schema in an installed package, below the folder of the project (scripts/tooling/package/build.ts). */
const SCHEMA = 'node_modules/touchstone/dist/profile.schema.json';

/** Prints the JSON Schema of profiles. */
export function printSchema(io: CommandIo): ExitStatus {
  io.stdout.write(`${JSON.stringify(profileJsonSchema(), null, 2)}\n`);
  return 0;
}

interface Reading {
  readonly baseUrl: string;
  readonly tokenEnv?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly passphraseEnv?: string;
}

/** Options that are keys of the profile's `tls`. */
const TLS_OPTIONS = ['ca', 'cert', 'key', 'passphraseEnv'] as const;

function optionOf(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Rewrites a message about a key of `tls` for the option. */
function byOption(text: string): string {
  return text.replace(/\btls\.(\w+)/g, (_, key: string) => optionOf(key)).replace(/ of the profile$/, '');
}

function tlsOf(reading: Omit<Reading, 'baseUrl'>): { -readonly [K in (typeof TLS_OPTIONS)[number]]?: string } {
  return Object.fromEntries(TLS_OPTIONS.flatMap((key) => (reading[key] === undefined ? [] : [[key, reading[key]]])));
}

interface Documents {
  readonly document: unknown;
  /** Of the sockets; undefined: none that can be read. */
  readonly asyncapi: unknown;
}

/** The interface does not say where: beside the page, or beside the contract document. */
const ASYNCAPI = ['/docs/asyncapi.json', '/asyncapi.json'] as const;

/** Reads the documents without a token, and with one if the first is refused (decision A4). */
async function readDocuments({ baseUrl, tokenEnv, ...files }: Reading, io: CommandIo): Promise<Documents> {
  const own = readTlsFiles(tlsOf(files), io.env, io.cwd);
  if ('message' in own) throw new UsageError(byOption(own.message));
  const token = tokenEnv === undefined ? undefined : io.env[tokenEnv];
  if (tokenEnv !== undefined && (token ?? '') === '')
    throw new UsageError(`--token-env ${tokenEnv}: the variable is not set`);
  const transport = httpTransport(baseUrl, startStopwatch(), undefined, dialer(proxiesOf(io.env), own.tls));
  const what = `GET /openapi.json of ${baseUrl}`;
  const read = (path: string, authorization: readonly string[]) => {
    const headers = ['Accept', 'application/json', ...authorization];
    return transport.send({ method: 'GET', path, headers, body: null, timeoutMs: TIMEOUT_MS });
  };
  const send = async (authorization: readonly string[]) => {
    const answer = await read('/openapi.json', authorization);
    if (!('failure' in answer)) return answer;
    throw new UsageError(`${what}: ${byOption(answer.failure)}`);
  };
  try {
    let answer = await send([]);
    const isRefused = answer.status === 401 || answer.status === 403;
    if (isRefused && token === undefined) {
      throw new UsageError(
        `${what}: answered ${answer.status}, so it needs a token: put one into a variable and name that with --token-env`,
      );
    }
    const bearer = isRefused ? ['Authorization', `Bearer ${token}`] : [];
    if (isRefused) answer = await send(bearer);
    if (answer.status !== 200)
      throw new UsageError(`${what}: answered ${answer.status}; is it the address that routes are below?`);
    const document: unknown = JSON.parse(answer.body);
    for (const path of ASYNCAPI) {
      const served = await read(path, bearer);
      const asyncapi = 'failure' in served || served.status !== 200 ? undefined : parse(served.body);
      if (asyncapi !== undefined) return { document, asyncapi };
    }
    return { document, asyncapi: undefined };
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${what}: the answer is no JSON`);
    throw error;
  } finally {
    await transport.close();
  }
}

function schemaBeside(folder: string, { cwd }: CommandIo): string {
  const path = relative(folder, resolve(cwd, SCHEMA));
  return path.startsWith('..') ? path : `./${path}`;
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** @throws UsageError for a document that no stack can hold */
function orTooDeep<T>(baseUrl: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${baseUrl}/openapi.json: nested too deeply to be a contract document`);
  }
}

/** @throws UsageError */
export async function writeProfile(options: InitOptions & Reading, io: CommandIo): Promise<ExitStatus> {
  const { baseUrl, out } = options;
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new UsageError(`--base-url ${baseUrl}: an http or https address is needed`);
  }
  const file = out === undefined ? undefined : resolve(io.cwd, out);
  if (file !== undefined && options.force !== true && (await isThere(file))) {
    throw new UsageError(`${out} is there already; --force overwrites it`);
  }
  const folder = file === undefined ? io.cwd : dirname(file);
  const { document, asyncapi } = await readDocuments(options, io);
  const known = orTooDeep(baseUrl, () => new Map(knownFromDocument(document, baseUrl, asyncapi)));
  const doubtful = doubtfulAddresses(known, baseUrl);
  for (const key of doubtful.keys()) known.delete(key);
  for (const [key, value] of Object.entries(tlsOf(options))) {
    known.set(`tls.${key}`, key === 'passphraseEnv' ? value : relative(folder, resolve(io.cwd, value)));
  }
  const servers = serversOf(document).filter(
    (server) => server.replace(/(?<!\/)\/+$/, '') !== baseUrl.replace(/(?<!\/)\/+$/, ''),
  );
  const text = profileText({
    known,
    doubtful,
    head: [
      `yaml-language-server: $schema=${schemaBeside(folder, io)}`,
      `A target profile for touchstone check, written by touchstone init from ${baseUrl}/openapi.json.`,
      'What is commented out is not known: fill in what the target has, and leave out the rest. touchstone doctor --target says what is wrong and what each missing key would add.',
      ...(servers.length === 0 ? [] : [`The document names the servers ${servers.join(', ')}.`]),
    ],
  });
  for (const [key, { value, why }] of doubtful) io.stderr.write(`touchstone: ${inLine(`${key} ${value}: ${why}`)}\n`);
  if (file === undefined) io.stdout.write(text);
  else {
    await writeFile(file, text);
    io.stderr.write(`touchstone: wrote ${out}; next: set its variables, then touchstone doctor --target ${out}\n`);
  }
  return 0;
}
