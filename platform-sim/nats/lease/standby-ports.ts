/** What the ports of a process that stands by answer: they are bound, so that a takeover finds them free. */

import { answerWithoutMember } from '../../front/no-member.ts';
import type { Served } from '../../front/open-port.ts';
import type { ActiveProcess } from './active-process.ts';

/** At the gateway's port: no member is there. */
export const GATEWAY_STANDING_BY: Served = { handle: (_, response) => answerWithoutMember(response) };

/** At the control plane's port: an error of the control plane that names the active one. */
export function controlStandingBy({ holder, controlUrl }: ActiveProcess): Served {
  const its = controlUrl === undefined ? '' : `, ${controlUrl}`;
  const message = `this platform process stands by for ${holder}: use its control plane${its}`;
  const body = `${JSON.stringify({ error: { code: 'UNAVAILABLE', message } })}\n`;
  return {
    handle(request, response) {
      response.writeHead(503, {
        ...{ 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'Retry-After': '1' },
      });
      response.end(body);
      request.resume();
    },
  };
}
