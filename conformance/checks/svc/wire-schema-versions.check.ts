import { asObject } from '../../client/contract-document.ts';
import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';

const WIRE_SCHEMAS = [
  { name: 'x-service-register-schema', version: '114.v7', since: '0.1.0' },
  { name: 'x-service-orders-schema', version: '111.v2', since: '0.1.0' },
  { name: 'x-service-custody-schema', version: '115.v1', since: '0.1.0' },
  { name: 'x-service-algos-schema', version: '121.v0', since: '0.11.0' },
] as const;

export const wireSchemaVersions = check({
  id: 'svc/wire-schema-versions',
  proves: ['SVC-02'],
  title: "info of the contract document carries the platform's wire schema versions",
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) =>
      eachOf(
        WIRE_SCHEMAS.filter(({ since }) => history.since(since)),
        ({ name, version }) =>
          asObject(document['info'])[name] === version ? pass : violated(`info.${name} ${version}`, served),
      ),
    ),
});
