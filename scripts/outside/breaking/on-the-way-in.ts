/** Layers that mend a request before the gateway sees it: what is not to be taken is taken then. */
import type { Asked, Json } from '../proxy/telling.ts';
import { asking, jsonOf, queryOf, routeOf, withQuery } from '../proxy/telling.ts';
import { asked } from './breakage.ts';

export const isWrite = (one: Asked): boolean => routeOf(one).startsWith('POST /orders');
export const isSubmit = (one: Asked): boolean => routeOf(one) === 'POST /orders';

export const body = (change: (order: Json) => Json) =>
  asked((one) => {
    const order = isWrite(one) ? jsonOf(one) : undefined;
    return order === undefined ? one : asking(one, change(order));
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
  asked((one) => {
    const order = route(one) ? jsonOf(one) : undefined;
    if (order === undefined) return one;
    return asking(one, Object.fromEntries(Object.entries(order).filter(([member]) => !name.test(member))));
  });
export const query = (change: (query: URLSearchParams, one: Asked) => void) =>
  asked((one) => {
    if (one.method !== 'GET' || !/^\/(orders|executions|me|operations)\b/.test(one.path) || !one.path.includes('?'))
      return one;
    const parameters = queryOf(one);
    change(parameters, one);
    return withQuery(one, parameters);
  });
