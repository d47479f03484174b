/** A small HTTP member for the tests of the suite's own machinery: it answers what a test defines. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { Actor } from '../member/actor.ts';
import { profileOf } from '../member/profile/read-profile.ts';
import type { TargetOptions } from '../member/profile/target-options.ts';
import type { Session } from '../member/session.ts';
import { connect } from '../member/target.ts';
import { startStopwatch } from '../runner/stopwatch.ts';

export interface StubRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** What to answer; `drop` closes the connection without an answer, `silence` never answers. */
export type StubAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | 'drop'
  | 'silence';

export interface StubMember {
  readonly baseUrl: string;
  /** In order of arrival. */
  readonly requests: readonly StubRequest[];
  /** The handler of upgrade requests; without one they are served like any request. */
  onUpgrade(take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void;
  close(): Promise<void>;
}

const LONGEST_READ = 1_000_000;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function put(response: ServerResponse, answer: StubAnswer): void {
  if (answer === 'silence') return;
  if (answer === 'drop') {
    response.destroy();
    return;
  }
  const { status, headers, body } = answer;
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
}

export async function startStub(
  answerTo: (request: StubRequest, n: number) => StubAnswer | Promise<StubAnswer>,
): Promise<StubMember> {
  const requests: StubRequest[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers, rawHeaders } = request;
    // Like a real member: a body that is too long is answered before it is read.
    const tooLong = Number(headers['content-length'] ?? 0) > LONGEST_READ;
    const seen = { method, url, headers, rawHeaders, body: tooLong ? '' : await bodyOf(request) };
    requests.push(seen);
    put(response, await answerTo(seen, requests.length));
  };
  const server: Server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const upgraded = new Set<Duplex>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    onUpgrade(take) {
      server.on('upgrade', (request, socket, head) => {
        upgraded.add(socket);
        socket.on('error', () => socket.destroy());
        take(request, socket, head);
      });
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of upgraded) socket.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A stub that is closed at the end of the test that starts it. */
export async function stubOfTest(answerTo: Parameters<typeof startStub>[0]): Promise<StubMember> {
  const stub = await startStub(answerTo);
  onTestFinished(() => stub.close());
  return stub;
}

/** A target that reaches a stub over HTTP; it is closed at the end of the test. The profile names a trader alone. */
export async function targetOf(member: StubMember, over: object = {}, options: Partial<TargetOptions> = {}) {
  const profile = {
    baseUrl: member.baseUrl,
    contract: { rest: '0.14.0' },
    principals: { trader: { token: 'token-of-the-trader' } },
    // Without it five a second, for which no test need wait.
    limits: { requestsPerSecond: 1000 },
    ...over,
  };
  let keys = 0;
  const freshKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const own = { stopwatch: startStopwatch(), freshKey, userAgent: 'touchstone/test' };
  const target = await connect(profileOf(profile, 'test'), { ...own, ...options });
  onTestFinished(() => target.close());
  return target;
}

export function traderOf({ actors }: Pick<Session, 'actors'>): Actor {
  const trader = actors.get('trader');
  if (trader === undefined) throw new Error('the profile names no trader');
  return trader;
}
