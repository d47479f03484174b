// @ts-nocheck: a page's script; the compiler knows this program's types, not those of a browser.
/** Starts Swagger UI on the contract, filled in so that it can be tried, and signed in where another page does that. */

// The Swagger part has a dark theme, which the page must select.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

/** Below a base path, as a sandbox's worlds are, the contract and its routes are there as well. */
const base = location.pathname.replace(/\/docs$/, '');
const contractPath = `${base}/openapi.json`;

/** A fresh key for each write: what is sent again from the same form is a retry, and is answered as one. */
function freshKey() {
  const digits = crypto.getRandomValues(new Uint8Array(8));
  return `docs-${Array.from(digits, (digit) => digit.toString(16).padStart(2, '0')).join('')}`;
}

/** The contract with a key in every write, and a body that can be sent. The document itself has neither. */
function filledIn(contract) {
  if (base !== '') contract.servers = [{ url: base }];
  for (const operation of Object.values(contract.paths).flatMap((methods) => Object.values(methods))) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.name === 'Idempotency-Key') parameter.schema = { ...parameter.schema, default: freshKey() };
    }
    const body = operation.requestBody?.content?.['application/json'];
    const name = body?.schema?.$ref?.split('/').at(-1);
    if (body !== undefined && operation.requestBody.required !== true) {
      body.example ??= contract.components.schemas[name]?.example ?? {};
    }
  }
  return contract;
}

/** Stands for the token in all that the page shows, so that a curl line to copy holds none. */
const TOKEN_SHOWN = '$TOKEN';
let token;

const ui = SwaggerUIBundle({
  url: contractPath,
  dom_id: '#contract',
  deepLinking: true,
  displayOperationId: true,
  persistAuthorization: false,
  validatorUrl: null,
  tryItOutEnabled: true,
  onComplete: askForToken,
  showMutatedRequest: false,
  requestInterceptor(request) {
    if (token === undefined || request.headers?.Authorization !== `Bearer ${TOKEN_SHOWN}`) return request;
    return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
  },
  responseInterceptor(response) {
    if (response.ok && new URL(response.url, location.href).pathname === contractPath) {
      response.text = JSON.stringify(filledIn(JSON.parse(response.text)));
    }
    return response;
  },
});

/**
 * The page that opened this one may hand it a token: a console on the developer's machine does, in place of a person who
 * pastes one. No token stands in an address or is stored, and a gateway of any other machine takes none from a page.
 */
const OF_THIS_MACHINE = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;
const isOfThisMachine = (address) => URL.canParse(address) && OF_THIS_MACHINE.test(new URL(address).hostname);

function askForToken() {
  if (opener === null || !isOfThisMachine(location.href)) return;
  // To whomever: it says nothing but that this page is ready.
  opener.postMessage({ type: 'docs-ready' }, '*');
}

addEventListener('message', ({ source, origin, data }) => {
  if (opener === null || source !== opener || !isOfThisMachine(location.href) || !isOfThisMachine(origin)) return;
  if (data?.type !== 'docs-token' || typeof data.token !== 'string') return;
  token = data.token;
  ui.preauthorizeApiKey('bearer', TOKEN_SHOWN);
  const banner = document.getElementById('signed-in');
  banner.textContent = `Signed in as ${data.principal}`;
  banner.hidden = false;
});
