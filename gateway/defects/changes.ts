/** Changes of requests and responses, used by the known-bad members. */
import {
  changeResponse,
  everyObject,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  isPublished,
  type Json,
  jsonOf,
  type Layer,
  routeOf,
  withHeader,
  withJson,
  withoutHeaders,
} from '../variations/layer.ts';

export type When = (response: HttpResponse, request: HttpRequest) => boolean;

export const POSITION = 'X-Service-Global-Sequence';
export const AS_OF = 'X-Service-As-Of-Seq-Ts';
export const REPLAY = 'Idempotent-Replay';

export const always: When = () => true;
export const statusOf =
  (...statuses: readonly number[]): When =>
  (response) =>
    statuses.includes(response.status);
export const of =
  (route: RegExp): When =>
  (_, request) =>
    route.test(routeOf(request));
export const both =
  (...all: readonly When[]): When =>
  (response, request) =>
    all.every((when) => when(response, request));
export const has =
  (name: string): When =>
  (response) =>
    headerOf(response, name) !== undefined;
export const lacks =
  (name: string): When =>
  (response) =>
    headerOf(response, name) === undefined;
export const codeOf = (response: HttpResponse): unknown => (jsonOf(response)?.['error'] as Json | undefined)?.['code'];
export const coded =
  (...codes: readonly string[]): When =>
  (response) =>
    codes.includes(String(codeOf(response)));

export const READ = of(/^GET \/(me|orders|executions|operations)\b/);
export const PAGE = both(of(/^GET \/(orders|executions)$/), statusOf(200));
export const SUBMIT = of(/^POST \/orders$/);
export const CANCEL = of(/^POST \/orders\/[^/]+\/cancel$/);
export const WRITE = of(/^POST \/orders/);
export const REFUSAL: When = (response, request) => response.status >= 400 && !isPublished(request);
export const OWNERS: When = both(WRITE, REFUSAL, has(POSITION), lacks(AS_OF));
export const DOORS: When = both(REFUSAL, lacks(POSITION));

const when =
  (condition: When, change: (response: HttpResponse, request: HttpRequest) => HttpResponse): Layer =>
  async (request, next) => {
    const response = await next(request);
    return condition(response, request) ? change(response, request) : response;
  };

export const changeWhere =
  (condition: When, change: (response: HttpResponse, request: HttpRequest) => HttpResponse) => () =>
    when(condition, change);
export const droppingHeader = (name: string, condition: When) =>
  changeWhere(condition, (response) => withoutHeaders(response, name));
export const settingHeader = (
  name: string,
  value: (response: HttpResponse, request: HttpRequest) => string,
  condition: When,
) => changeWhere(condition, (response, request) => withHeader(response, name, value(response, request)));
export const withStatus = (status: number, condition: When) =>
  changeWhere(condition, (response) => ({ ...response, status }));
export const inJson = (change: (json: Json, request: HttpRequest) => unknown, condition: When = always) =>
  changeWhere(condition, (response, request) => {
    const json = jsonOf(response);
    return json === undefined || isPublished(request) ? response : withJson(response, change(json, request));
  });
export const inError = (change: (error: Json) => unknown, condition: When = always) =>
  inJson((json) => (json['error'] === undefined ? json : { ...json, error: change(json['error'] as Json) }), condition);
/** Replaces the code of refusals. */
export const recoded = (code: string, condition: When = always) => inError((error) => ({ ...error, code }), condition);
/** Sets `retryable` of refusals. */
export const retryable = (value: boolean, condition: When = always) =>
  inError((error) => ({ ...error, retryable: value }), condition);
export const inRows = (change: (row: Json) => Json, condition: When = always) =>
  inJson(
    (json) => everyObject(json, (object) => ('orderId' in object && 'qty' in object ? change(object) : object)),
    condition,
  );
export const inItems = (change: (items: Json[]) => Json[], condition: When = PAGE) =>
  inJson((json) => ({ ...json, items: change(json['items'] as Json[]) }), condition);
export const inDocument = (change: (document: Json) => unknown) => (): Layer =>
  changeResponse((response, request) => {
    const json = jsonOf(response);
    return isPublished(request) && json !== undefined ? withJson(response, change(json)) : response;
  });
/** Changes the request before the gateway receives it. */
export const changeRequest = (change: (request: HttpRequest) => HttpRequest) => (): Layer => (request, next) =>
  next(change(request));
/** Whether a schema has this property. */
export const publishes = (schema: Json, name: string): boolean =>
  typeof schema['properties'] === 'object' && schema['properties'] !== null && name in schema['properties'];
