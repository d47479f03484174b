/** Where the gateway and the issuer are: fixed when the page is built, so that no link can send a token elsewhere. */
/** Behind a proxy the gateway and the token endpoint are at the page's own origin as well, and need no CORS. */
export const IS_PROXIED = import.meta.env.VITE_GATEWAY === '';
/** The gateway's base address. */
export const GATEWAY = IS_PROXIED ? location.origin : import.meta.env.VITE_GATEWAY;
export const ISSUER = import.meta.env.VITE_ISSUER;
/** The one client of the sandbox's login. */
export const CLIENT_ID = 'touchstone-page';
/** The life in seconds of the tokens that the page asks for, which shows renewals if it is short; '': the issuer's own. */
export const TOKEN_LIFE_S = import.meta.env.VITE_TOKEN_LIFE_S;
