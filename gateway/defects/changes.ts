/** Changes of requests and responses, used by the known-bad members. */
import {
  changeResponse,
  changeText,
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

/** The header with the position of a response. */
export const POSITION = 'X-Service-Global-Sequence';

/** The header with the platform's time of a read. */
export const AS_OF = 'X-Service-As-Of-Seq-Ts';

/** The header that marks a replayed answer. */
export const REPLAY = 'Idempotent-Replay';

/** Holds for every response. */
export const always: When = () => true;

/** The response has one of these statuses. */
export const statusOf =
  (...statuses: readonly number[]): When =>
  (response) =>
    statuses.includes(response.status);

/** The request has a matching route. */
export const of =
  (route: RegExp): When =>
  (_, request) =>
    route.test(routeOf(request));

/** All of the conditions hold. */
export const both =
  (...all: readonly When[]): When =>
  (response, request) =>
    all.every((when) => when(response, request));

/** The response has this header. */
export const has =
  (name: string): When =>
  (response) =>
    headerOf(response, name) !== undefined;

/** The response does not have this header. */
export const lacks =
  (name: string): When =>
  (response) =>
    headerOf(response, name) === undefined;

/** The code of a refusal; undefined if the response is none. */
export const codeOf = (response: HttpResponse): unknown => (jsonOf(response)?.['error'] as Json | undefined)?.['code'];

/** The response is a refusal with one of these codes. */
export const coded =
  (...codes: readonly string[]): When =>
  (response) =>
    codes.includes(String(codeOf(response)));

/** A read of the caller, orders, executions or operations. */
export const READ = of(/^GET \/(me|orders|executions|operations)\b/);

/** A served page of orders or executions. */
export const PAGE = both(of(/^GET \/(orders|executions)$/), statusOf(200));

/** A submission of an order. */
export const SUBMIT = of(/^POST \/orders$/);

/** A cancel of an order. */
export const CANCEL = of(/^POST \/orders\/[^/]+\/cancel$/);

/** A submission or a cancel. */
export const WRITE = of(/^POST \/orders/);

/** A refusal, except those of the contract document. */
export const REFUSAL: When = (response, request) => response.status >= 400 && !isPublished(request);

/** An owner's refusal of a write of orders. */
export const OWNERS: When = both(WRITE, REFUSAL, has(POSITION), lacks(AS_OF));

/** A refusal by the member itself, without a position. */
export const DOORS: When = both(REFUSAL, lacks(POSITION));

const when =
  (condition: When, change: (response: HttpResponse, request: HttpRequest) => HttpResponse): Layer =>
  async (request, next) => {
    const response = await next(request);
    return condition(response, request) ? change(response, request) : response;
  };

/** Changes responses if the condition holds. */
export const changeWhere = (condition: When, change: (response: HttpResponse, request: HttpRequest) => HttpResponse) => () => when(condition, change);

/** Removes a header if the condition holds. */
export const droppingHeader = (name: string, condition: When) => changeWhere(condition, (response) => withoutHeaders(response, name));

/** Sets a header if the condition holds. */
export const settingHeader = (name: string, value: (response: HttpResponse, request: HttpRequest) => string, condition: When) =>
  changeWhere(condition, (response, request) => withHeader(response, name, value(response, request)));

/** Sets the status if the condition holds. */
export const withStatus = (status: number, condition: When) => changeWhere(condition, (response) => ({ ...response, status }));

/** Changes the JSON object of responses if the condition holds. */
export const inJson = (change: (json: Json, request: HttpRequest) => unknown, condition: When = always) =>
  changeWhere(condition, (response, request) => {
    const json = jsonOf(response);
    return json === undefined || isPublished(request) ? response : withJson(response, change(json, request));
  });

/** Changes the `error` of refusals if the condition holds. */
export const inError = (change: (error: Json) => unknown, condition: When = always) =>
  inJson((json) => (json['error'] === undefined ? json : { ...json, error: change(json['error'] as Json) }), condition);
/** Replaces the code of refusals. */
export const recoded = (code: string, condition: When = always) => inError((error) => ({ ...error, code }), condition);
/** Sets `retryable` of refusals. */
export const retryable = (value: boolean, condition: When = always) => inError((error) => ({ ...error, retryable: value }), condition);

/** Changes every row of an order if the condition holds. */
export const inRows = (change: (row: Json) => Json, condition: When = always) =>
  inJson((json) => everyObject(json, (object) => ('orderId' in object && 'qty' in object ? change(object) : object)), condition);

/** Changes the items of pages if the condition holds. */
export const inItems = (change: (items: Json[]) => Json[], condition: When = PAGE) =>
  inJson((json) => (Array.isArray(json['items']) ? { ...json, items: change(json['items'] as Json[]) } : json), condition);

/** Changes the contract document. */
export const inDocument = (change: (document: Json) => unknown) => (): Layer => {
  const changed = changeText(change);
  return changeResponse((response, request) => (isPublished(request) && jsonOf(response)?.['openapi'] !== undefined ? changed(response) : response));
};
/** Changes the request before the gateway receives it. */
export const changeRequest = (change: (request: HttpRequest) => HttpRequest) => (): Layer => (request, next) => next(change(request));
/** Whether a schema has this property. */
export const publishes = (schema: Json, name: string): boolean =>
  typeof schema['properties'] === 'object' && schema['properties'] !== null && name in schema['properties'];
