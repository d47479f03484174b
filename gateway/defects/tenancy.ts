/** Defects on requests and responses: what a caller can read of another organisation. */
import { claimsOf, type HttpRequest, type HttpResponse, headerOf, isObject, jsonOf, type Layer, routeOf, withHeader } from '../variations/layer.ts';
import { inError, REFUSAL } from './changes.ts';
import { defects } from './defect.ts';
import { ofReceived } from './platform-changes.ts';
import { to } from './register-changes.ts';

const organisationOf = (request: HttpRequest): string => String(claimsOf(request)['org_id']);

/** Reads with the token of another organisation that was served before, if that one holds the row. */
const readWithAnothers = (isMeant: (response: HttpResponse, request: HttpRequest) => boolean) => (): Layer => {
  const bearers = new Map<string, string>();
  return async (request, next) => {
    const response = await next(request);
    const own = organisationOf(request);
    if (response.status < 300) bearers.set(own, headerOf(request, 'authorization') ?? '');
    if (!isMeant(response, request)) return response;
    for (const [organisation, bearer] of bearers) {
      if (organisation === own) continue;
      const foreign = await next(withHeader(request, 'Authorization', bearer));
      if (foreign.status === 200) return foreign;
    }
    return response;
  };
};

/** Changes the refusal of a request that names another organisation's row. It learns the owners of rows from the pages of the collection. */
const changingForeignRows =
  (collection: string, id: string, named: (request: HttpRequest) => unknown, change: (response: HttpResponse) => HttpResponse) => (): Layer => {
    const owners = new Map<string, string>();
    return async (request, next) => {
      const response = await next(request);
      const listed = routeOf(request) === `GET /${collection}` ? jsonOf(response)?.['items'] : undefined;
      for (const row of Array.isArray(listed) ? listed.filter(isObject) : []) owners.set(String(row[id]), organisationOf(request));
      const owner = owners.get(String(named(request)));
      return response.status >= 400 && owner !== undefined && owner !== organisationOf(request) ? change(response) : response;
    };
  };

const inPath = (route: RegExp) => (request: HttpRequest) => route.exec(routeOf(request))?.[1];
const forbidden = (response: HttpResponse): HttpResponse => ({ ...response, status: 403 });

export const TENANCY_DEFECTS = defects([
  ['AUTH-16', 'a foreign row is read', readWithAnothers(({ status }, request) => status === 404 && to(/^GET \/(orders|executions)\//)(request))],
  [
    'AUTH-16 ERR-09',
    'a foreign account address is forbidden',
    changingForeignRows('account-addresses', 'accountAddressId', inPath(/^[A-Z]+ \/account-addresses\/([0-9]+)$/), forbidden),
  ],
  [
    'AUTH-16 ERR-09',
    'a foreign portfolio is forbidden to readers',
    changingForeignRows('portfolios', 'portfolioId', inPath(/^GET \/portfolios\/([0-9]+)$/), forbidden),
  ],
  [
    'AUTH-16',
    "a refused order for a foreign account says that it is another organisation's",
    ofReceived(() => {
      const organisations = new Map<unknown, number>();
      return {
        received({ verdict: { facts = [] } }) {
          for (const fact of facts) if (fact.kind === 'RegisterRecorded' && fact.family === 'accounts') organisations.set(fact.row.accountId, fact.row.orgId);
        },
        layer: inError(
          (error) => ({ ...error, message: "the account is another organisation's" }),
          (response, request) =>
            REFUSAL(response, request) && to(/^POST \/orders$/)(request) && organisations.has(jsonOf(request)?.['accountId']) && response.status === 422,
        ),
      };
    }),
  ],
]);
