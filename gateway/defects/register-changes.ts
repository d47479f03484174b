/** Changes for the register's collections: of requests, and reads as another caller. */
import {
  claimsOf,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  type Json,
  jsonOf,
  keyOf,
  type Layer,
  routeOf,
  withBody,
  withHeader,
  withJson,
  withoutHeaders,
} from '../variations/layer.ts';
import { changeRequest, changeWhere, coded, of, type When } from './changes.ts';
import { get } from './read-changes.ts';

/** The restatement of a portfolio. */
export const PORTFOLIO = /^PUT \/portfolios\/[0-9]+$/;

/** The restatement of a user. */
export const USER = /^PUT \/users\/[0-9]+$/;

/** Whether a request has a matching route. */
export const to =
  (route: RegExp) =>
  (request: HttpRequest): boolean =>
    route.test(routeOf(request));

/** Changes the body of writes with a matching route. */
export const written = (route: RegExp, change: (body: Json) => Json) =>
  changeRequest((request) => {
    const body = to(route)(request) ? jsonOf(request) : undefined;
    return body === undefined ? request : withBody(request, change(body));
  });

/** Ignores an If-Match of this form; any if none is stated. */
export const unconditional = (route: RegExp, form = /^/) =>
  changeRequest((request) => (to(route)(request) && form.test(headerOf(request, 'if-match') ?? '') ? withoutHeaders(request, 'If-Match') : request));

/** Repeats a request that was refused with this code as a caller who was seen before. */
export function lending(subject: string, route: RegExp, code: string, when: (request: HttpRequest) => boolean = () => true) {
  return (): Layer => {
    let lent: string | undefined;
    let again = 0;
    return async (request, next) => {
      const response = await next(request);
      if (claimsOf(request)['sub'] === subject) lent = headerOf(request, 'authorization');
      if (lent === undefined || !to(route)(request) || !coded(code)(response, request) || !when(request)) return response;
      again += 1;
      return next(withHeader(withHeader(request, 'Authorization', lent), 'Idempotency-Key', `${keyOf(request)}-${again}`));
    };
  };
}

/** Sends a restatement on with the named member unchanged. */
export const keeping = (route: RegExp, name: string) => (): Layer => async (request, next) => {
  const body = to(route)(request) ? jsonOf(request) : undefined;
  const held = body === undefined ? undefined : jsonOf(await next(get(request, request.path)))?.[name];
  return next(held === undefined ? request : withBody(request, { ...body, [name]: held }));
};

/** A read of a register row. */
export const onRegister: When = of(/^GET \/(orgs|users|credentials|accounts|account-addresses|portfolios|[a-z]+-policies)\//);
/** Answers with a refusal of this code. */
export const refused = (status: number, code: string, when: When) =>
  changeWhere(when, (response) => {
    const error = {
      code,
      message: 'refused on the way',
      requestId: headerOf(response, 'x-request-id'),
      retryable: false,
    };
    return withJson({ ...response, status }, { error });
  });

/** The response with status 400. */
export const notTaken = (response: HttpResponse): HttpResponse => ({ ...response, status: 400 });
