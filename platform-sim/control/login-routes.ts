/** The login of a page in development, on this machine alone: the page on which a principal is chosen, and the choice. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { FormError, readForm } from '../identity/form.ts';
import { loginHeaders, loginPage, refusedPage } from '../identity/login-page.ts';
import { LoginRefused } from '../identity/page-login.ts';
import type { Reply } from './control-route.ts';
import { controlRoute } from './control-route.ts';
import { readText } from './request-body.ts';
import { authorizeForm, authorizeQuery, noQuery } from './shapes.ts';

const HTML = 'text/html';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The authorization endpoint (RFC 6749 section 3.1). */
export const LOGIN_ROUTES = [
  controlRoute({
    operationId: 'showLogin',
    method: 'GET',
    path: '/identity/authorize',
    tag: 'Identity',
    summary:
      'The login of a page in development: authorization code with PKCE. It answers only to clients on this machine',
    query: authorizeQuery,
    answer: { status: 200, type: HTML, shape: null },
    run: ({ issuer }, { request }) =>
      refusing(request, () => {
        const asked = issuer.login.read(queryOf(request));
        const headers = loginHeaders(new URL(asked.redirectUri).origin);
        return html(200, loginPage(asked, issuer.personas.all()), headers);
      }),
  }),
  controlRoute({
    operationId: 'enterLogin',
    method: 'POST',
    path: '/identity/authorize',
    tag: 'Identity',
    summary: 'Chooses a principal on the login page, and redirects to the page that started the login, with a code',
    query: noQuery,
    body: authorizeForm,
    bodyType: FORM_TYPE,
    answer: { status: 303, type: HTML, shape: null },
    async run({ issuer }, { request }) {
      const text = await readText(request);
      return refusing(request, () => {
        const [principal = ''] = readForm(text).get('principal') ?? [];
        return redirect(issuer.login.enter(issuer.login.read(text), principal));
      });
    },
  }),
] as const;

/** RFC 6749 section 4.1.2.1: a refusal is sent to the page, or shown to the person if the address of the page is not trusted. */
function refusing(request: IncomingMessage, act: () => Reply): Reply {
  try {
    if (!isOfThisMachine(request))
      return html(403, refusedPage('The login answers only on the machine of the sandbox.'));
    return act();
  } catch (error) {
    if (error instanceof FormError) return html(400, refusedPage(error.message));
    if (!(error instanceof LoginRefused)) throw error;
    return error.redirect === undefined ? html(400, refusedPage(error.message)) : redirect(error.redirect);
  }
}

/** A connection within this process has no address. */
function isOfThisMachine({ socket: { remoteAddress = '127.0.0.1' } }: IncomingMessage): boolean {
  const address = remoteAddress.replace(/^::ffff:/, '');
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

function queryOf({ url = '' }: IncomingMessage): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

function html(status: number, body: string, headers = loginHeaders()): Reply {
  return { status, headers, type: `${HTML}; charset=utf-8`, body };
}

function redirect(location: string): Reply {
  return { status: 303, headers: { ...loginHeaders(), Location: location }, type: HTML, body: null };
}
