import { Refusal } from '../contract/refusals.ts';
import { linesOf } from '../http/request-head.ts';
import { stage } from '../stage.ts';

const HEADERS = { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', Connection: 'Upgrade, close' };

/**
 * Requires a WebSocket handshake of version 13 on a socket's path: `ws` itself would also accept version
 * 8 (trap X9).
 */
export const requireUpgrade = stage({
  name: 'require-upgrade',
  refuses: ['UPGRADE_REQUIRED'],
  needs: ['request', 'isUpgrade'],
  gives: [],
  run({ request, isUpgrade }) {
    if (!isUpgrade) {
      throw upgradeRequired('this path is a WebSocket: open it with a handshake, as the first request of a connection');
    }
    const versions = linesOf(request, 'sec-websocket-version');
    if (versions.length !== 1 || versions[0] !== '13') {
      throw upgradeRequired('Sec-WebSocket-Version: 13 is the only version that is spoken');
    }
  },
});

function upgradeRequired(message: string): Refusal {
  return new Refusal('UPGRADE_REQUIRED', message, { headers: HEADERS });
}
