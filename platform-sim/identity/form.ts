/** application/x-www-form-urlencoded in the strict form of RFC 6749: each parameter once, empty ones ignored. */

/** Why a form is refused: text for `error_description`. */
export class FormError extends Error {}

const ESCAPES = /%(?![0-9A-Fa-f]{2})/;

/** One name or value: `+` is a space, escapes are UTF-8 (RFC 6749 appendix B). */
export function decodeFormPart(part: string): string {
  if (ESCAPES.test(part)) throw new FormError('a percent sign is not followed by two hexadecimal digits');
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw new FormError('the form is not UTF-8');
  }
}

/** Values by name. `repeatable` names may come more than once (RFC 8707: `resource`). */
export function readForm(text: string, repeatable: readonly string[] = []): ReadonlyMap<string, readonly string[]> {
  const form = new Map<string, string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeFormPart(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decodeFormPart(pair.slice(equals + 1));
    const held = form.get(name);
    if (held !== undefined && !repeatable.includes(name)) throw new FormError('a parameter is stated twice');
    if (held !== undefined) held.push(value);
    else form.set(name, [value]);
  }
  for (const [name, values] of form) {
    const stated = values.filter((value) => value !== '');
    if (stated.length === 0) form.delete(name);
    else form.set(name, stated);
  }
  return form;
}
