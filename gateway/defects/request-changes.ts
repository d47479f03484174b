/** Layers that repair an invalid request, so that the gateway accepts what it must refuse. */
import { type HttpRequest, type Json, jsonOf, queryOf, routeOf, withBody, withQuery } from '../variations/layer.ts';
import { changeRequest } from './changes.ts';

export const isWrite = (request: HttpRequest): boolean => routeOf(request).startsWith('POST /orders');
export const isSubmit = (request: HttpRequest): boolean => routeOf(request) === 'POST /orders';

export const body = (change: (order: Json) => Json) =>
  changeRequest((request) => {
    const order = isWrite(request) ? jsonOf(request) : undefined;
    return order === undefined ? request : withBody(request, change(order));
  });
export const money = (change: (text: unknown) => unknown) =>
  body((order) =>
    Object.fromEntries(
      Object.entries(order).map(([name, value]) => [name, name === 'price' || name === 'qty' ? change(value) : value]),
    ),
  );
export const text = (change: (text: string) => string) =>
  money((value) => (typeof value === 'string' ? change(value) : value));
export const strip = (name: RegExp, route = isWrite) =>
  changeRequest((request) => {
    const order = route(request) ? jsonOf(request) : undefined;
    if (order === undefined) return request;
    return withBody(request, Object.fromEntries(Object.entries(order).filter(([member]) => !name.test(member))));
  });
export const query = (change: (query: URLSearchParams, request: HttpRequest) => void) =>
  changeRequest((request) => {
    if (
      request.method !== 'GET' ||
      !/^\/(orders|executions|me|operations)\b/.test(request.path) ||
      !request.path.includes('?')
    )
      return request;
    const parameters = queryOf(request);
    change(parameters, request);
    return withQuery(request, parameters);
  });
