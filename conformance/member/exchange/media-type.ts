/** Media types, as Content-Type and the contract document state them. Names have no case; parameters follow (RFC 9110 8.3.1). */

/** Type and subtype in lower case, without parameters; '' for an absent header. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether a body of this type is JSON. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^[^/]+\/([^/]+\+)?json$/.test(mediaTypeOf(contentType));
}

/** Whether a body of this type is an HTML page. */
export function isHtmlType(contentType: string | undefined): boolean {
  return ['text/html', 'application/xhtml+xml'].includes(mediaTypeOf(contentType));
}
