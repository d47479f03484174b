import { withoutSecretPairs } from './secret-names.ts';

/**
 * Patterns of secrets in any place. A JWT begins with the base64url of `{"`, and its dots may be percent-encoded;
 * base64 of a whole token begins with `ZXlK`, that of `Bearer ` and a token with `QmVhcmVy`. A run is looked at from its
 * start only: from every place in it, a body of 64 KB without a token would take seconds.
 */
const TOKEN =
  /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]*?eyJ[A-Za-z0-9_-]{8,}(?:(?:\.|%2e)[A-Za-z0-9_-]*)*|(?:ZXlK|QmVhcmVy)[A-Za-z0-9+/_=-]{12,}/gi;
/**
 * A ticket, a signature or a client secret: a run of base64url or hexadecimal digits. No key or id is longer than 64.
 */
const RUN = /[A-Za-z0-9_-]{32,}/g;
const LONGEST_NAME = 64;

/** `text` with everything redacted that looks like a token, a ticket, a signature or a client secret. */
export function withoutTokens(text: string): string {
  if (text.length < 12) return text;
  return withoutSecretPairs(text.replace(TOKEN, '[token]'), '[token]').replace(RUN, (run) =>
    isSecret(run) ? '[token]' : run,
  );
}

/**
 * Whether a run looks random. Random base64url has both cases, and changes between lower case, upper case and digits at
 * about six of ten places, hardly ever at fewer than three. A UUID has one case, and words joined by hyphens change at
 * one or two of ten. A name in camel case is also redacted, which is the safer error.
 */
function isSecret(run: string): boolean {
  if (run.length > LONGEST_NAME) return true;
  const classes = Array.from(run.replaceAll(/[-_]/g, ''), classOf);
  const changes = classes.filter((one, index) => index > 0 && one !== classes[index - 1]).length;
  return classes.includes('upper') && classes.includes('lower') && changes * 100 > run.length * 22;
}

function classOf(character: string): 'lower' | 'upper' | 'digit' {
  if (character >= 'a') return 'lower';
  return character >= 'A' ? 'upper' : 'digit';
}
