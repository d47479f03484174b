/** The shell of a self-contained page: what its policy names by its hash is allowed, and nothing else. */
import { createHash } from 'node:crypto';
import { Html, html } from './html-text.ts';

/** A source of a policy: exactly this text. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The policy of a page with this style and, where it has one, this script. */
export function policyOf(style: string, script?: string): string {
  const scripts = script === undefined ? '' : ` script-src ${hashOf(script)};`;
  return `default-src 'none';${scripts} style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
}

/** @param policy as `policyOf` makes it of the style, and of the script that `inside` holds */
export function selfContainedPage(
  title: string,
  { policy, style }: { readonly policy: string; readonly style: string },
  inside: Html,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${inside}
</body>
</html>
`.source;
}

/** The tone in which a page shows a verdict. */
export const VERDICT_TONES = {
  pass: 'good',
  fail: 'bad',
  inconclusive: 'unsure',
  'not-exercised': 'unsure',
  'not-applicable': 'unsure',
} as const;
