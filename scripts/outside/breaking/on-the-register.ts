/** Layers about the register's collections: a request changed on its way in, or asked in another's name. */
import type { Asked, Json, Layer, Told } from '../proxy/telling.ts';
import { asking, claimsOf, having, headerOf, jsonOf, keyOf, routeOf, telling, without } from '../proxy/telling.ts';
import { answering, asked, coded, of, type When } from './breakage.ts';

export const PORTFOLIO = /^PUT \/portfolios\/[0-9]+$/;
export const USER = /^PUT \/users\/[0-9]+$/;

export const to =
  (route: RegExp) =>
  (one: Asked): boolean =>
    route.test(routeOf(one));

export const written = (route: RegExp, change: (body: Json) => Json) =>
  asked((one) => {
    const body = to(route)(one) ? jsonOf(one) : undefined;
    return body === undefined ? one : asking(one, change(body));
  });

/** What is refused with this code is asked once more, in the name of a caller who was seen before. */
export function lending(subject: string, route: RegExp, code: string, when: (one: Asked) => boolean = () => true) {
  return (): Layer => {
    let lent: string | undefined;
    let again = 0;
    return async (one, next) => {
      const told = await next(one);
      if (claimsOf(one)['sub'] === subject) lent = headerOf(one, 'authorization');
      if (lent === undefined || !to(route)(one) || !coded(code)(told, one) || !when(one)) return told;
      again += 1;
      return next(having(having(one, 'Authorization', lent), 'Idempotency-Key', `${keyOf(one)}-${again}`));
    };
  };
}

/** The row as it stands is the answer to what should have changed it. */
export const unwritten = (route: RegExp) => (): Layer => async (one, next) =>
  to(route)(one) ? next(without({ ...one, method: 'GET', body: Buffer.alloc(0) }, 'Content-Type')) : next(one);

export const onRegister: When = of(
  /^GET \/(orgs|users|credentials|accounts|account-addresses|portfolios|[a-z]+-policies)\//,
);
/** In place of the answer, a refusal of this code. */
export const refused = (status: number, code: string, when: When) =>
  answering(when, (told) => {
    const error = { code, message: 'refused on the way', requestId: headerOf(told, 'x-request-id'), retryable: false };
    return telling({ ...told, status }, { error });
  });

export const notTaken = (told: Told): Told => ({ ...told, status: 400 });
