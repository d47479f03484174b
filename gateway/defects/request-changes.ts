/** Layers that repair an invalid request, so that the gateway accepts what it must refuse. */
import { type HttpRequest, type Json, jsonOf, queryOf, routeOf, withBody, withQuery } from '../variations/layer.ts';
import { changeRequest } from './changes.ts';

/** Whether the request submits or cancels an order. */
export const isWrite = (request: HttpRequest): boolean => routeOf(request).startsWith('POST /orders');

/** Whether the request submits an order. */
export const isSubmit = (request: HttpRequest): boolean => routeOf(request) === 'POST /orders';

/** Changes the body of writes of orders. */
export const body = (change: (order: Json) => Json) =>
  changeRequest((request) => {
    const order = isWrite(request) ? jsonOf(request) : undefined;
    return order === undefined ? request : withBody(request, change(order));
  });

/** Changes price and quantity of submitted orders. */
export const money = (change: (text: unknown) => unknown) =>
  body((order) => Object.fromEntries(Object.entries(order).map(([name, value]) => [name, name === 'price' || name === 'qty' ? change(value) : value])));

/** Changes price and quantity of submitted orders if they are text. */
export const text = (change: (text: string) => string) => money((value) => (typeof value === 'string' ? change(value) : value));

/** Removes the members with a matching name from a body. */
export const strip = (name: RegExp, route = isWrite) =>
  changeRequest((request) => {
    const order = route(request) ? jsonOf(request) : undefined;
    if (order === undefined) return request;
    return withBody(request, Object.fromEntries(Object.entries(order).filter(([member]) => !name.test(member))));
  });

/** Changes the query of reads of orders, executions, the caller and operations. */
export const query = (change: (query: URLSearchParams, request: HttpRequest) => void) =>
  changeRequest((request) => {
    if (request.method !== 'GET' || !/^\/(orders|executions|me|operations)\b/.test(request.path) || !request.path.includes('?')) return request;
    const parameters = queryOf(request);
    change(parameters, request);
    return withQuery(request, parameters);
  });
