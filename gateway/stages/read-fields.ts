import { malformed } from '../contract/refusals.ts';
import { linesOf } from '../http/request-head.ts';
import { stage } from '../stage.ts';

const HOST = /^([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$/;

/**
 * Checks the header fields that decide what the request is: one host, and no transfer coding but chunked. Node keeps
 * the first of two Host lines and never undoes other codings (trap X2), so the request would be misread.
 */
export const readFields = stage({
  name: 'read-fields',
  refuses: ['MALFORMED_REQUEST'],
  needs: ['request'],
  gives: [],
  run({ request }) {
    const hosts = linesOf(request, 'host');
    // HTTP/1.0 needs no host; for later versions Node itself requires one, except on an upgrade.
    if (hosts.length === 0 && request.httpVersion === '1.1') throw malformed('Host: missing');
    if (hosts.length > 1 || (hosts.length === 1 && !HOST.test(hosts[0] ?? ''))) {
      throw malformed('Host: not one host, with or without a port');
    }
    const codings = linesOf(request, 'transfer-encoding');
    if (codings.length > 1 || (codings.length === 1 && codings[0]?.toLowerCase() !== 'chunked')) {
      throw malformed('Transfer-Encoding: only chunked is taken, once');
    }
  },
});
