/**
 * Tells a secret by the name of its place: a member of a body, a parameter, a header. Capitals, hyphens and underscores make
 * no difference. The suite has the same rule (conformance/member/exchange/secret-names.ts, held by one test).
 */
const SECRET =
  /(?:token|ticket|secret|password|passwd|pwd|passphrase|privatekey|apikey|accesskey|secretkey|signature|authorization|assertion|cookie|jwt|bearer)s?$|^(?:sig|pass|pin|otp|hmac)$/;

/** Whether what stands under this name is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(
    name
      .slice(-64)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );
}

/** What programs write for a missing value, as in `?ticket=undefined`: a client's bug, not a secret. */
const NO_VALUE = /^(undefined|null|NaN|\[object( |%20)Object\])$/;
const NAME = /([A-Za-z][A-Za-z0-9_.-]{0,40})(?:=|%3d|%253d)/gi;
const VALUE = /[^&\s"'<>]+/y;

/** The text without the values of pairs with a secret's name, such as `password=...`, percent-encoded or not. */
export function withoutSecretPairs(text: string, mark: string): string {
  if (!text.includes('=') && !text.includes('%')) return text;
  let from = 0;
  let shown = '';
  for (const found of text.matchAll(NAME)) {
    const at = found.index + found[0].length;
    if (at < from || !isSecretName(found[1] ?? '')) continue;
    VALUE.lastIndex = at;
    const value = VALUE.exec(text)?.[0] ?? '';
    if (value === '' || NO_VALUE.test(value)) continue;
    shown += text.slice(from, at) + mark;
    from = at + value.length;
  }
  return shown + text.slice(from);
}
