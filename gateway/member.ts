import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { bytesOf, discardRest } from './body-bytes.ts';
import { type OperationId, ROUTES, routeOf } from './contract/routes.ts';
import { gatesAt, spans, type Version } from './contract/versions.ts';
import type { Defect } from './defects/defect.ts';
import { COLUMNS, type PipelineColumn, runDown, stagesOf } from './pipeline.ts';
import type { Clock, PlatformPort } from './platform-port.ts';
import { refuseUnreadable } from './server.ts';
import { DEFAULT_LIMITS, EVERY_SURFACE, type MemberLimits, type Services, type Surfaces } from './services.ts';
import type { Answer, Known, Stage } from './stage.ts';
import { AppliedState } from './state/applied-state.ts';
import { CursorCodec } from './state/cursor.ts';
import { KeyJournal } from './state/key-journal.ts';
import { TokenVerifier, type TrustedIssuer } from './token-verifier.ts';

export interface MemberOptions {
  readonly name: string;
  readonly version: Version;
  readonly port: PlatformPort;
  readonly clock: Clock;
  readonly identity: TrustedIssuer;
  /** Ids for requests that bring none: 8 to 128 of [A-Za-z0-9._-], each once. */
  readonly requestIds: () => string;
  /** Seals cursors; one for all members of a platform. */
  readonly cursorKey: Uint8Array;
  readonly limits?: Partial<MemberLimits>;
  /** Every surface, and no replica, where absent. */
  readonly surfaces?: Surfaces;
  /** Makes a known-bad member. */
  readonly defects?: readonly Defect[];
  /** Told of every exchange, and why each refusal was made. */
  readonly observe?: (event: ExchangeEvent) => void;
}

/** One exchange as the member saw it; never a token, never a body. */
export interface ExchangeEvent {
  readonly atNs: string;
  readonly member: string;
  readonly requestId: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly key: string | null;
  /** The refusal's code and the member's own words; null where the request was served. */
  readonly refused: { readonly code: string; readonly message: string; readonly stage: string } | null;
}

/** One gateway member: serves requests that somebody else's port took. */
export interface Member {
  readonly name: string;
  readonly version: Version;
  /** The position up to which this member has applied the platform's sequence. */
  readonly position: number;
  /** Requests that are not answered yet. */
  readonly inFlight: number;
  handle(request: IncomingMessage, response: ServerResponse): void;
  onClientError(error: NodeJS.ErrnoException, socket: Socket): void;
  /** Resolves once every request that was begun is answered; new ones go on being served meanwhile. */
  drain(): Promise<void>;
  /** Follows the platform no longer. */
  stop(): void;
}

export function createMember(options: MemberOptions): Member {
  const defects = options.defects ?? [];
  const services = servicesOf(options, defects);
  const following = services.port.follow(0, (record) => {
    services.state.apply(record);
    services.journal.apply(record);
  });
  const open = new OpenRequests();
  const callback = applicationOf(services, defects, options).callback();
  return {
    name: options.name,
    version: options.version,
    get position() {
      return services.state.position;
    },
    get inFlight() {
      return open.count;
    },
    handle(request, response) {
      open.begin(response);
      void callback(request, response);
    },
    onClientError: (error, socket) => refuseUnreadable(error, socket, services.requestIds()),
    drain: () => open.none(),
    stop: () => following.stop(),
  };
}

function servicesOf(options: MemberOptions, defects: readonly Defect[]): Services {
  const { version, clock, identity, cursorKey, requestIds } = options;
  const limits = Object.assign(
    { ...DEFAULT_LIMITS, ...options.limits },
    ...defects.map((defect) => defect.limits ?? {}),
  );
  const gates = gatesAt(version);
  let contract: Promise<string> | undefined;
  const writeContract = async () => {
    // The document's maker is loaded when somebody asks for the document: a start does not wait for it.
    const { contractDocument } = await import('./openapi.ts');
    return JSON.stringify(
      defects.reduce((document, defect) => defect.document?.(document) ?? document, contractDocument(version, gates)),
    );
  };
  return {
    version,
    gates,
    limits,
    surfaces: options.surfaces ?? EVERY_SURFACE,
    clock,
    port: defects.reduce((port, defect) => defect.port?.(port) ?? port, options.port),
    state: new AppliedState(),
    journal: new KeyJournal(clock, limits.keyRetentionMs),
    cursors: new CursorCodec(cursorKey),
    verifier: new TokenVerifier(identity, clock),
    requestIds,
    contract: () => {
      contract ??= writeContract();
      return contract;
    },
  };
}

function applicationOf(services: Services, defects: readonly Defect[], options: MemberOptions): Koa {
  const pipelines = Object.fromEntries(
    COLUMNS.map((column) => [column, stagesOf(column).map((stage) => spoilt(stage, defects))]),
  ) as unknown as Record<PipelineColumn, readonly Stage[]>;

  const observe = (event: ExchangeEvent): void => {
    try {
      options.observe?.(event);
    } catch {
      // Who watches this member cannot spoil its answers.
    }
  };

  const answer = async (ctx: Koa.Context, column: PipelineColumn, known: Partial<Known>): Promise<void> => {
    const request = ctx.req;
    const { path, rawQuery } = targetOf(request.url ?? '/');
    let given = await runDown(pipelines[column], { services, request, path, rawQuery, ...known });
    for (const defect of defects) given = (await defect.spoil?.(given, { request, path })) ?? given;
    send(ctx, given, services);
    observe(eventOf(ctx, given, path, services, options.name));
  };

  // Sensitive and strict, or /ORDERS and /orders/ would be orders too. A path letter sent as an escape stays one.
  const router = new Router({ sensitive: true, strict: true });
  for (const operation of Object.keys(ROUTES) as OperationId[]) {
    const route = routeOf(operation);
    if (!spans({ since: route.since }, services.version)) continue;
    router.register(route.path, [route.method], (ctx) =>
      answer(ctx, route.column, { operation, route, params: ctx.params, readBytes: () => bytesOf(ctx) }),
    );
  }

  const app = new Koa();
  // Every failure inside is answered by the pipeline; what fails outside it has no answer left to give (trap X3).
  app.silent = true;
  app.use((ctx, next) => {
    // Origin form alone: an absolute target would be routed by its path, whatever host it names (trap X8), and an escape
    // or a fragment would give one path several spellings. HEAD is not taken (decision A12), though the router would
    // answer it wherever it answers GET.
    if (!ORIGIN_FORM.test(ctx.req.url ?? '')) return answer(ctx, 'none', { allowed: [] });
    if (ctx.method === 'HEAD') return answer(ctx, 'none', { allowed: methodsAt(router, ctx.path) });
    return next();
  });
  app.use(router.routes());
  app.use((ctx) => answer(ctx, 'none', { allowed: methodsAt(router, ctx.path) }));
  return app;
}

/** A path without escapes, and a query: no path of this service needs an escape. */
const ORIGIN_FORM = /^\/[^?#%\\]*(\?[^#]*)?$/;

function spoilt(stage: Stage, defects: readonly Defect[]): Stage {
  return defects.reduce((good, defect) => defect.stages?.[good.name]?.(good) ?? good, stage);
}

/** The methods of the routes at a path: what Allow lists (ERR-05). */
function methodsAt(router: Router, path: string): readonly string[] {
  const methods = router.stack.filter((layer) => layer.match(path)).flatMap((layer) => layer.methods);
  return [...new Set(methods)].filter((method) => method !== 'HEAD').sort();
}

function targetOf(url: string): { path: string; rawQuery: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, rawQuery: '' } : { path: url.slice(0, mark), rawQuery: url.slice(mark + 1) };
}

function send(ctx: Koa.Context, answer: Answer, { clock }: Services): void {
  ctx.status = answer.status;
  // The platform's time, not the machine's: clients compare it with expiresAtNs.
  ctx.set('Date', new Date(Number(clock.nowNs() / 1_000_000n)).toUTCString());
  for (const [name, value] of Object.entries(answer.headers)) ctx.set(name, value);
  discardRest(ctx);
  ctx.body =
    answer.body instanceof Uint8Array
      ? Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength)
      : answer.body;
}

function eventOf(ctx: Koa.Context, answer: Answer, path: string, { clock }: Services, member: string): ExchangeEvent {
  return {
    atNs: String(clock.nowNs()),
    member,
    requestId: answer.headers['X-Request-Id'] ?? null,
    method: ctx.method,
    path,
    status: answer.status,
    key: shown(ctx.get('Idempotency-Key')) || null,
    refused: answer.refused === undefined ? null : { ...answer.refused, message: shown(answer.refused.message) },
  };
}

/** Text of a client as a log may show it: no control characters, no length of its own choosing. */
function shown(text: string): string {
  return text.slice(0, 400).replaceAll(/\p{Cc}/gu, '\uFFFD');
}

/** Requests begun and not answered, so that a member can be put away without dropping one. */
class OpenRequests {
  #count = 0;
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  begin(response: ServerResponse): void {
    this.#count += 1;
    response.once('close', () => {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    });
  }

  async none(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
