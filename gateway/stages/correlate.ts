import { REQUEST_ID_PATTERN } from '../contract/keys.ts';
import { stage } from '../stage.ts';

/** Names the request: by its own X-Request-Id where that has the grammar, else by a new one (RID-01 to RID-03). */
export const correlate = stage({
  name: 'correlate',
  refuses: [],
  needs: ['services', 'request'],
  gives: ['requestId'],
  async run({ services, request }, proceed) {
    if (!services.gates['requests.correlated']) return proceed({ requestId: services.requestIds() });
    const sent = request.headersDistinct['x-request-id'];
    const requestId =
      sent?.length === 1 && REQUEST_ID_PATTERN.test(sent[0] ?? '') ? (sent[0] as string) : services.requestIds();
    const answer = await proceed({ requestId });
    return { ...answer, headers: { 'X-Request-Id': requestId, ...answer.headers } };
  },
});
