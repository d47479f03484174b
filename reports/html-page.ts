/** The shell of a self-contained page: its own style and nothing else is allowed by its policy. */
import { createHash } from 'node:crypto';
import { STYLE } from './html-style.ts';
import { Html, html } from './html-text.ts';

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** @param inside of the body */
export function selfContainedPage(title: string, inside: Html): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${new Html(POLICY)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
${inside}
</body>
</html>
`;
  return page.source;
}
