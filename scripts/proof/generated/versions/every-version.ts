/** A member of every contract version on one platform, in this process: what is written through one is read through all. */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { NEWEST_SOCKET, SOCKET_VERSIONS, type SocketVersion } from '../../../../gateway/contract/sockets.ts';
import { NEWEST, VERSIONS, type Version } from '../../../../gateway/contract/versions.ts';
import type { CommandBody, Fact } from '../../../../gateway/facts.ts';
import { serverOptions } from '../../../../gateway/http/server.ts';
import { createMember } from '../../../../gateway/member.ts';
import { createClock } from '../../../../platform-sim/clock.ts';
import { createIssuer, type Issuer } from '../../../../platform-sim/identity/issuer.ts';
import type { PrincipalName } from '../../../../platform-sim/seed-data/world.ts';
import { SamplePlatform } from '../../../../platform-sim/testing/sample-platform.ts';
import { type Answered, type Sent, Wire } from '../caller.ts';

/** One member, asked as any client asks. */
export class MemberOfVersion {
  readonly version: Version;
  readonly baseUrl: string;
  readonly #wire: Wire;
  readonly #world: EveryVersion;
  #document: Promise<Answered> | undefined;

  constructor(version: Version, baseUrl: string, world: EveryVersion) {
    this.version = version;
    this.baseUrl = baseUrl;
    this.#wire = new Wire(baseUrl);
    this.#world = world;
  }

  async send(sent: Sent, as: PrincipalName = 'admin'): Promise<Answered> {
    return this.#wire.as(await this.#world.token(as), 0)(sent);
  }

  get(target: string, as?: PrincipalName): Promise<Answered> {
    const [path = '', query] = target.split('?');
    return this.send({ method: 'GET', path, ...(query === undefined ? {} : { query }) }, as);
  }

  /** Under a fresh key where none is stated. */
  write(
    method: 'POST' | 'PUT',
    path: string,
    body: unknown,
    { as, key = this.#world.key() }: { readonly as?: PrincipalName; readonly key?: string } = {},
  ): Promise<Answered> {
    return this.send({ method, path, key, body: JSON.stringify(body) }, as);
  }

  /** A BUY of the plain instrument at 90.00, which rests; but for what is stated. Accounts and instruments go by id. */
  order(of: object = {}, key?: string): Promise<Answered> {
    const body = { accountId: 1, instrumentId: 1, side: 'BUY', price: '90', qty: '1', ...of };
    return this.write('POST', '/orders', body, { as: 'trader', ...(key === undefined ? {} : { key }) });
  }

  /** The contract document that it serves. */
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document
  async document(): Promise<any> /* oxlint-disable-line typescript/no-explicit-any */ {
    this.#document ??= this.get('/openapi.json');
    return (await this.#document).json;
  }

  /** All that it answered so far. */
  get answers(): readonly Answered[] {
    return this.#wire.exchanges;
  }

  close(): Promise<void> {
    return this.#wire.close();
  }
}

export class EveryVersion implements AsyncDisposable {
  readonly sample: SamplePlatform = new SamplePlatform();
  readonly #issuer: Issuer;
  readonly #tokens = new Map<PrincipalName, string>();
  readonly #members = new Map<Version, MemberOfVersion>();
  readonly #sockets = new Map<SocketVersion, MemberOfVersion>();
  readonly #closing: (() => void)[] = [];
  #keys = 0;

  constructor() {
    const { clock, world } = this.sample;
    const personas = world.principals.map(({ externalOrgId: org, ...named }) => ({ ...named, clientSecret: '', org }));
    this.#issuer = createIssuer({ url: 'http://issuer.test', audience: 'trading-gateway', clock, personas });
  }

  async open(): Promise<this> {
    for (const version of VERSIONS) this.#members.set(version, await this.#serve(version, NEWEST_SOCKET));
    for (const version of SOCKET_VERSIONS) this.#sockets.set(version, await this.#serve(NEWEST, version));
    return this;
  }

  at(version: Version): MemberOfVersion {
    const member = this.#members.get(version);
    if (member === undefined) throw new Error(`no member of ${version}`);
    return member;
  }

  /** Of the newest version, with sockets of this one. */
  withSockets(version: SocketVersion): MemberOfVersion {
    const member = this.#sockets.get(version);
    if (member === undefined) throw new Error(`no sockets of ${version}`);
    return member;
  }

  get newest(): MemberOfVersion {
    return this.at(NEWEST);
  }

  key(): string {
    this.#keys += 1;
    return `walk-key-${this.#keys}`;
  }

  async token(as: PrincipalName): Promise<string> {
    const known = this.#tokens.get(as);
    if (known !== undefined) return known;
    const persona = this.#issuer.personas.named(as);
    if (persona === undefined) throw new Error(`no persona ${as}`);
    const token = await this.#issuer.issue(persona);
    this.#tokens.set(as, token);
    return token;
  }

  /** Time passes; tokens are of now again. */
  async pass(ms: number): Promise<void> {
    await this.sample.clock.advance(ms);
    this.#tokens.clear();
  }

  /** The outcome of what waits for time to pass. */
  async passing<Value>(outcome: Promise<Value>): Promise<Value> {
    let settled = false;
    const done = outcome.finally(() => {
      settled = true;
    });
    while (!settled) {
      await new Promise((resolve) => setImmediate(resolve));
      await this.sample.clock.advance(10);
    }
    return done;
  }

  /** The platform's own command, as a venue's report is. @returns its facts */
  async command(body: CommandBody, orgId: number): Promise<readonly Fact[]> {
    const { port, platform } = this.sample;
    const principal = { orgId, userId: 0 };
    const submission = await port.submit({ owner: 'orders', principal, key: null, operation: body.kind, body });
    const record = submission.taken ? platform.records()[submission.position - 1] : undefined;
    return record?.verdict.facts ?? [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const member of [...this.#members.values(), ...this.#sockets.values()]) await member.close();
    for (const close of this.#closing) close();
    this.sample.platform.close();
  }

  async #serve(version: Version, socketVersion: SocketVersion): Promise<MemberOfVersion> {
    const { clock, platform } = this.sample;
    let ids = 0;
    const next = (): string => {
      ids += 1;
      return ids.toString(16).padStart(24, '0');
    };
    const { url: issuer, audience, jwks } = this.#issuer;
    const member = createMember({
      name: `${version}@${socketVersion}`,
      version,
      socketVersion,
      clock,
      machineClock: createClock({ mode: 'real' }),
      port: platform.port(`${version}@${socketVersion}`),
      identity: { issuer, audience, jwks: () => ({ keys: [...jwks.keys] }) },
      requestIds: next,
      cursorKey: Buffer.from('cursors'),
      ticketKey: Buffer.alloc(32, 'tickets'),
      hashSecret: Buffer.alloc(32, 'hashes'),
      bootId: `of ${version}@${socketVersion}`,
      ticketIds: next,
    });
    const server = createServer(serverOptions, member.handle);
    server.on('upgrade', (request, socket, head) => member.upgrade(request, socket as Socket, head));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#closing.push(() => {
      server.close();
      server.closeAllConnections();
      member.stop();
    });
    return new MemberOfVersion(version, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, this);
  }
}
