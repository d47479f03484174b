/**
 * `touchstone check`: `node check.ts [PROFILE [FILE]]`. Of its own sandbox, or of a target; its requests and answers are written to
 * FILE, which takes time of its own: no figure is taken from such a run.
 * Prints its samples: the seconds that it took on the wall and on the processor, judged cases a second, and requests a second of
 * processor time.
 */
import { subscribe } from 'node:diagnostics_channel';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { commandIn } from '../../cli/testing/command-in.ts';

/** What undici publishes of each request that it makes. */
interface Created {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: unknown;
    readonly body: unknown;
  };
}

interface Answered extends Created {
  readonly response: { readonly statusCode: number; readonly headers: readonly Buffer[] };
}

interface Received extends Created {
  readonly chunk: Buffer;
}

interface Answer {
  readonly status: number;
  /** Names and values in turn. */
  readonly raw: readonly Buffer[];
  readonly chunks: string[];
}

// As the command line does, before it loads a command.
module.enableCompileCache();

const [profile, file] = process.argv.slice(2);
let sent = 0;
const requests: Created['request'][] = [];
const answers = new Map<unknown, Answer>();
subscribe('undici:request:create', () => {
  sent += 1;
});
if (file !== undefined) {
  subscribe('undici:request:create', (message) => requests.push((message as Created).request));
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as Answered;
    answers.set(request, { status: response.statusCode, raw: response.headers, chunks: [] });
  });
  // As text: a chunk is a part of a larger buffer.
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const { request, chunk } = message as Received;
    answers.get(request)?.chunks.push(chunk.toString('latin1'));
  });
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-check-'));
const target = profile === undefined ? [] : ['--target', profile];
const [stopwatch, before] = [startStopwatch(), process.cpuUsage()];
const { status, out, err } = await commandIn(folder).run(['check', '--quiet', '--out', folder, ...target]);
const wallS = stopwatch.nowMs() / 1_000;
const { user, system } = process.cpuUsage(before);
const processorS = (user + system) / 1e6;
if (status !== 0) throw new Error(`check ended with ${status}: ${err}${out.slice(-2_000)}`);
const { requirements } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
  readonly requirements: readonly { readonly exercised: number }[];
};
rmSync(folder, { recursive: true });
const cases = requirements.reduce((sum, { exercised }) => sum + exercised, 0);
if (file !== undefined) writeFileSync(file, JSON.stringify(requests.map(plain)));
console.log(
  JSON.stringify({
    wall: { own: wallS },
    processor: { own: processorS },
    cases: { own: cases / processorS },
    requests: { own: sent / processorS },
  }),
);
process.exit();

function plain(request: Created['request']) {
  const { method, path, headers, body } = request;
  const answer = answers.get(request);
  return {
    // undici has made bytes of a text by then.
    ...{ method, path, headers, body: body instanceof Uint8Array ? Buffer.from(body).toString() : null },
    answer: answer === undefined ? null : answered(answer),
  };
}

function answered({ status, raw, chunks }: Answer) {
  const texts = raw.map((part) => part.toString('latin1'));
  const headers = texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1]]] : []));
  return { status, headers, body: chunks.join('') };
}
