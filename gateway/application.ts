import Koa from 'koa';
import { bytesOf, discardRest } from './body-bytes.ts';
import { type OperationId, ROUTES, routeOf } from './contract/routes.ts';
import { spans } from './contract/versions.ts';
import type { Defect } from './defects/defect.ts';
import { type ExchangeEvent, eventOf } from './exchange-event.ts';
import { COLUMNS, type PipelineColumn, runDown, stagesOf } from './pipeline.ts';
import { RoutersByResource } from './routers.ts';
import type { Services } from './services.ts';
import type { Answer, Known, Stage } from './stage.ts';

export interface ApplicationOptions {
  readonly services: Services;
  /** What exchanges name the member by. */
  readonly name: string;
  readonly defects: readonly Defect[];
  readonly observe: ((event: ExchangeEvent) => void) | undefined;
}

/** The Koa application of a member: it finds the route, runs the pipeline's column, and puts the answer on the wire. */
export function applicationOf({ services, name, defects, observe: told }: ApplicationOptions): Koa {
  const pipelines = Object.fromEntries(
    COLUMNS.map((column) => [column, stagesOf(column).map((stage) => spoilt(stage, defects))]),
  ) as unknown as Record<PipelineColumn, readonly Stage[]>;

  const observe = (event: ExchangeEvent): void => {
    try {
      told?.(event);
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
    observe(eventOf(ctx, given, path, services, name));
  };

  const routers = new RoutersByResource();
  for (const operation of Object.keys(ROUTES) as OperationId[]) {
    const route = routeOf(operation);
    if (!spans({ since: route.since }, services.version)) continue;
    routers
      .of(route.path)
      .register(route.path, [route.method], (ctx) =>
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
    if (ctx.method === 'HEAD') return answer(ctx, 'none', { allowed: routers.methodsAt(ctx.path) });
    return next();
  });
  app.use((ctx, next) => routers.route(ctx, next));
  app.use((ctx) => answer(ctx, 'none', { allowed: routers.methodsAt(ctx.path) }));
  return app;
}

/** A path without escapes, and a query: no path of this service needs an escape. */
const ORIGIN_FORM = /^\/[^?#%\\]*(\?[^#]*)?$/;

function spoilt(stage: Stage, defects: readonly Defect[]): Stage {
  return defects.reduce((good, defect) => defect.stages?.[good.name]?.(good) ?? good, stage);
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
