import { textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';

export const contractDocumentVersion = check({
  id: 'svc/contract-document-version',
  proves: ['SVC-01'],
  title: "GET /openapi.json serves an OpenAPI 3.x document whose info.version is the member's contract version",
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge(history) {
    const served = history.one('document');
    const { rest, window = [rest] } = history.target;
    return allOf(
      expects(served, { status: 200 }),
      /^3\.[0-9]+\.[0-9]+$/.test(textAt(served, 'openapi') ?? '')
        ? pass
        : violated('a document that says openapi: 3.x', served),
      window.includes(textAt(served, 'info', 'version') ?? '')
        ? pass
        : violated(`info.version ${window.join(' or ')}`, served),
    );
  },
});
