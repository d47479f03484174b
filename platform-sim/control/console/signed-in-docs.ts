/** The gateway's page of documents, signed in as a principal: the token goes from this page to that one, through no address. */
import { mintedToken } from './principal.ts';

/** Opens the page. Call it synchronously in a click handler, or the browser blocks it. Throws if it was blocked. */
export function openDocs(baseUrl: string, principal: string): void {
  const gateway = new URL(baseUrl).origin;
  const page = window.open(`${baseUrl}/docs`);
  if (page === null) throw new Error('the browser opened no window: allow this page to open one');
  // Answers until the page is closed: a reloaded page requests the token again.
  const answer = ({ source, origin, data }: MessageEvent<{ readonly type?: unknown } | null>) => {
    if (page.closed) window.removeEventListener('message', answer);
    else if (source === page && origin === gateway && data?.type === 'docs-ready') void signIn();
  };
  const signIn = async () => {
    page.postMessage({ type: 'docs-token', principal, token: await mintedToken(principal) }, gateway);
  };
  window.addEventListener('message', answer);
}
