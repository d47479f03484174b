import { REQUEST_ID_PATTERN } from '../contract/keys.ts';
import { linesOf } from '../http/request-head.ts';
import type { Services } from '../services.ts';
import { stageAround } from '../stage.ts';

/** The one id that was sent, if it has the grammar (RID-02); otherwise a new one (RID-03). */
export function requestIdOf(sent: readonly string[], { requestIds }: Pick<Services, 'requestIds'>): string {
  const [id = ''] = sent;
  return sent.length === 1 && REQUEST_ID_PATTERN.test(id) ? id : requestIds();
}

/** Sets the request id: the request's X-Request-Id if it has the grammar, otherwise a new one (RID-01 to RID-03). */
export const correlate = stageAround({
  name: 'correlate',
  refuses: [],
  needs: ['services', 'request'],
  gives: ['requestId'],
  async run({ services, request }, proceed) {
    if (!services.gates['requests.correlated']) return proceed({ requestId: services.requestIds() });
    const requestId = requestIdOf(linesOf(request, 'x-request-id'), services);
    const answer = await proceed({ requestId });
    return { ...answer, headers: { 'X-Request-Id': requestId, ...answer.headers } };
  },
});
