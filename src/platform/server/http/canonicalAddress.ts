/**
 * The one spelling of an address that is routed (RFC 3986, 6.2.2 and 6.2.3). Others are unknown addresses, because they
 * would pass the rules about addresses: what is logged and cached, and those of proxies.
 */

/** An address without a route, of the API, so that it is no page either. */
const NO_ADDRESS = '/api/-';
/** The scheme and host of an absolute-form target, which servers have to accept (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;
/** An address of the API without its last segment; the page of its documentation has that form. */
const EMPTY_SEGMENT = /^\/api\/(?!docs\/$).*\/$/;
/** Escapes have upper-case digits, and only characters that need one. */
const ESCAPE = /%[\da-f]{2}/gi;
const NEEDS_NO_ESCAPE = /^[\w.~/\\-]$/;

/** The target of a request as a path with its query; an address without a route for another spelling. */
export function toCanonicalAddress(target: string): string {
  const address = target.replace(ORIGIN, '') || '/';
  const [path = ''] = address.split('?', 1);
  return isCanonical(path) ? address : NO_ADDRESS;
}

function isCanonical(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || /[\\#]/.test(path)) return false;
  if (DOT_SEGMENT.test(path) || EMPTY_SEGMENT.test(path)) return false;
  return !path.includes('%') || hasCanonicalEscapes(path);
}

/** Invalid escapes are left to the router, which answers 400. */
const hasCanonicalEscapes = (path: string): boolean =>
  (path.match(ESCAPE) ?? []).every(
    (escape) =>
      escape === escape.toUpperCase() &&
      !NEEDS_NO_ESCAPE.test(String.fromCharCode(Number.parseInt(escape.slice(1), 16))),
  );
