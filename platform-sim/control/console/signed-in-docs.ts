/** The gateway's page of documents, signed in as a principal: the token goes from this page to that one, through no address. */
import { mintedToken } from './principal.ts';

/** Opens the page. To be called at once in a click, or the browser opens nothing. Throws if it opens nothing. */
export function openDocs(baseUrl: string, principal: string): void {
  const gateway = new URL(baseUrl).origin;
  const page = window.open(`${baseUrl}/docs`);
  if (page === null) throw new Error('the browser opened no window: allow this page to open one');
  // Kept for as long as the page is there: it asks again when it is loaded again.
  const answer = ({ source, origin, data }: MessageEvent<{ readonly type?: unknown } | null>) => {
    if (page.closed) window.removeEventListener('message', answer);
    else if (source === page && origin === gateway && data?.type === 'docs-ready') void signIn();
  };
  const signIn = async () => {
    page.postMessage({ type: 'docs-token', principal, token: await mintedToken(principal) }, gateway);
  };
  window.addEventListener('message', answer);
}
