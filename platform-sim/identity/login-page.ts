/** The page on which a person chooses a principal: a plain form without a script, and nothing secret on it. */
import { createHash } from 'node:crypto';
import type { AuthorizationRequest } from './page-login.ts';
import { PAGE_CLIENT } from './page-login.ts';
import type { Persona } from './personas.ts';

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; }
ul { padding: 0; list-style: none; }
li { margin: 0.5rem 0; }
button { min-width: 9rem; margin-right: 1rem; padding: 0.4rem 0.8rem; font: inherit; text-align: left; cursor: pointer; }`;
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** @param target the origin that the form leads to in the end: browsers hold a redirect to `form-action` as well */
export function loginHeaders(target = ''): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': `default-src 'none'; style-src ${STYLE_HASH}; img-src data:; form-action 'self' ${target}; frame-ancestors 'none'; base-uri 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    // With `no-referrer` the form's own origin would be sent as null, which the plane refuses.
    'Referrer-Policy': 'same-origin',
  };
}

/** The page for one request. */
export function loginPage(request: AuthorizationRequest, personas: readonly Persona[]): string {
  const { redirectUri, challenge, state, nonce, isOpenId } = request;
  const fields = {
    response_type: 'code',
    client_id: PAGE_CLIENT,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state,
    nonce,
    scope: isOpenId ? 'openid' : undefined,
  };
  const hidden = Object.entries(fields).map(([name, value]) =>
    value === undefined ? '' : `<input type="hidden" name="${name}" value="${text(value)}">\n`,
  );
  const choices = personas.map(
    ({ name, org, subject }) =>
      `<li><button name="principal" value="${text(name)}">${text(name)}</button>${text(subject)} of ${text(org)}</li>\n`,
  );
  return page(
    'Sign in to the sandbox',
    `<p>A page of <strong>${text(new URL(redirectUri).origin)}</strong> signs in. As whom?</p>
<form method="post" action="authorize">
${hidden.join('')}<ul>
${choices.join('')}</ul>
</form>
<p>This login is the sandbox's own, for development: there are no passwords.</p>`,
  );
}

/** What a person reads if the error cannot be sent to the page. */
export function refusedPage(why: string): string {
  return page('This login cannot begin', `<p>${text(why)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

function text(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
