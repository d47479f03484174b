/** Answers a client's fetches from the members and, below `/identity`, from their issuer. */
import type { HttpHandler } from 'msw';
import { http } from 'msw';
import type { HandlerRequest, InProcessClient } from './in-process-client.ts';

const BODILESS: readonly number[] = [204, 205, 304];
/** The issuer belongs to the control plane, which refuses writes from pages of other origins. */
const OF_A_PAGE = /^(origin|sec-fetch-.*)$/;

/** The MSW handler of requests below `baseUrl`. */
export function httpHandler(baseUrl: string, client: InProcessClient): HttpHandler {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  const wellKnown = `/.well-known/oauth-authorization-server${prefix}/identity`;
  const under = new RegExp(
    `^${RegExp.escape(base.origin)}(${RegExp.escape(prefix)}([/?#]|$)|${RegExp.escape(wellKnown)}$)`,
  );
  return http.all(under, async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    const path =
      pathname === wellKnown ? pathname.replace(`${prefix}/identity`, '/identity') : pathname.slice(prefix.length);
    const asked = { path: `${path === '' ? '/' : path}${search}`, ...(await askedBy(request)) };
    try {
      const isOfIssuer = pathname === wellKnown || path.startsWith('/identity/');
      return answerTo(
        request,
        await client.request(
          isOfIssuer
            ? {
                ...asked,
                to: 'control',
                origin: 'http://localhost',
                headers: asked.headers.filter(([name]) => !OF_A_PAGE.test(name)),
              }
            : { ...asked, to: 'gateway', origin: base.origin },
        ),
      );
    } catch {
      // The client's view of a connection that ends without an answer.
      return Response.error();
    }
  });
}

async function askedBy(request: Request): Promise<Pick<HandlerRequest, 'method' | 'headers' | 'body' | 'signal'>> {
  const { method, signal } = request;
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  // Headers of the connection are dropped: a client of node:http passes them here, fetch does not.
  const headers = [...request.headers].filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name),
  );
  return { method, headers, body, signal };
}

function answerTo({ method }: Request, answer: Awaited<ReturnType<InProcessClient['request']>>): Response {
  const { status, headers } = answer;
  const body = method === 'HEAD' || BODILESS.includes(status) ? null : answer.body;
  return new Response(body, { status, headers: headers as [string, string][] });
}
