import type { IncomingMessage } from 'node:http';
import { Refusal } from '../contract/refusals.ts';
import { linesOf } from '../http/request-head.ts';
import { stage } from '../stage.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;

/**
 * Checks the page that a browser's handshake comes from. With a ticket it must be the gateway's own or on the
 * developer's machine: another page has obtained a ticket that it should not have (trap X9). No browser can send a
 * bearer header, so with one the check is skipped.
 */
export const requireOrigin = stage({
  name: 'require-origin',
  refuses: ['FORBIDDEN_PRINCIPAL'],
  needs: ['services', 'request', 'identity'],
  gives: [],
  run({ services, request, identity }) {
    if (identity.by === 'ticket' && !isTaken(request, services.allowedHosts)) {
      throw new Refusal(
        'FORBIDDEN_PRINCIPAL',
        "Origin: a ticket opens the socket from a page of the gateway's own origin, or from this machine; a sandbox takes further hosts with --allow-host",
      );
    }
  },
});

function isTaken(request: IncomingMessage, allowedHosts: readonly string[]): boolean {
  const sent = linesOf(request, 'origin');
  const [origin] = sent;
  if (origin === undefined || (sent.length === 1 && origin === 'null')) return true;
  if (sent.length > 1 || !URL.canParse(origin)) return false;
  const { protocol, host, hostname } = new URL(origin);
  // Parsed like the origin, so that a default port is dropped in both.
  const own = `${protocol}//${linesOf(request, 'host')[0] ?? ''}`;
  return (
    (URL.canParse(own) && new URL(own).host === host) || LOOPBACK.test(hostname) || allowedHosts.includes(hostname)
  );
}
