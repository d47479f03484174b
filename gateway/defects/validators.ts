/** Defects on requests and responses: the versions of rows, in ETag and If-Match. */
import { headerOf, jsonOf, withHeader, withoutHeaders } from '../variations/layer.ts';
import { both, changeRequest, changeWhere, coded, droppingHeader, has, of, settingHeader, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { PORTFOLIO, to, unconditional } from './register-changes.ts';

const ifMatch = (change: (sent: string) => string | undefined) =>
  changeRequest((request) => {
    const sent = headerOf(request, 'if-match');
    if (sent === undefined || !to(PORTFOLIO)(request)) return request;
    const changed = change(sent);
    return changed === undefined ? withoutHeaders(request, 'If-Match') : withHeader(request, 'If-Match', changed);
  });

const assetPolicy = both(of(/^GET \/asset-policies\/[0-9]+$/), has('ETag'));

export const VALIDATORS_DEFECTS = defects([
  ['MATCH-01 | ALG-04', 'weak validators', settingHeader('ETag', (response) => `W/${headerOf(response, 'etag')}`, has('ETag'))],
  ['MATCH-02', '* is a version', ifMatch((sent) => (sent === '*' ? '"*"' : sent))],
  [
    'MATCH-02',
    'an If-Match is owed',
    changeRequest((request) => (to(PORTFOLIO)(request) && headerOf(request, 'if-match') === undefined ? withHeader(request, 'If-Match', '"0"') : request)),
  ],
  ['MATCH-03 | ALG-09', 'a weak validator is stale', changeWhere(coded('INVALID_IF_MATCH'), (response) => ({ ...response, status: 412 }))],
  ['MATCH-03', 'a version in other quotes is taken', ifMatch((sent) => sent.replace(/^'([0-9]+)'$/, '"$1"'))],
  ['MATCH-04 | ALG-08', 'a stale write answers 409', withStatus(409, statusOf(412))],
  [
    'MATCH-05 | ERR-07 ERR-08 IDEM-01 IDEM-15 MATCH-03',
    'another id in the body is not found',
    changeWhere(both(statusOf(400), of(PORTFOLIO)), (response) => ({ ...response, status: 404 })),
  ],
  ['MATCH-01', 'an organisation has no validator', droppingHeader('ETag', of(/^GET \/orgs\/[0-9]+$/))],
  [
    'MATCH-01',
    'a withdrawn asset policy keeps the ETag of before',
    settingHeader(
      'ETag',
      (response) => `"${Number(headerOf(response, 'etag')?.replaceAll('"', '')) - 1}"`,
      both(assetPolicy, (response) => jsonOf(response)?.['status'] === 'WITHDRAWN'),
    ),
  ],
  [
    'MATCH-04',
    'an asset policy is withdrawn under any version',
    changeRequest((request) => (to(/^POST \/asset-policies\/[0-9]+\/withdraw$/)(request) ? withoutHeaders(request, 'If-Match') : request)),
  ],
  ...(
    [
      ['a trading policy is restated', /^PUT \/trading-policies\//],
      ['a user is restated', /^PUT \/users\//],
      ['an account address is restated', /^PUT \/account-addresses\//],
      ['a credential is amended', /^PUT \/credentials\//],
      ['a policy is approved', /^POST \/[a-z]+-policies\/[0-9]+\/approve$/],
      ['a policy is halted', /^POST \/[a-z]+-policies\/[0-9]+\/halt$/],
      ['a chain policy is resumed', /^POST \/chain-policies\/[0-9]+\/resume$/],
      ['a trading policy is retired', /^POST \/trading-policies\/[0-9]+\/retire$/],
      ['a credential is suspended', /^POST \/credentials\/[0-9]+\/suspend$/],
      ['a credential is rotated', /^POST \/credentials\/[0-9]+\/rotate$/],
      ['a credential is revoked', /^POST \/credentials\/[0-9]+\/revoke$/],
    ] as const
  ).map(([what, route]) => ['MATCH-04', `${what} under a stale version`, unconditional(route, /^"[0-9]+"$/)] as const),
  ...(
    [
      ['a trading policy is restated', /^PUT \/trading-policies\//],
      ['a policy is halted', /^POST \/[a-z]+-policies\/[0-9]+\/halt$/],
      ['a credential is suspended', /^POST \/credentials\/[0-9]+\/suspend$/],
      ['an algo instance is configured', /^PUT \/algos\/instances\//],
    ] as const
  ).map(([what, route]) => ['MATCH-03', `${what} under a weak version`, unconditional(route, /^W\//)] as const),
  ...(
    [
      ['a chain policy', /^PUT \/chain-policies\//],
      ['the resumption of a policy', /^POST \/[a-z]+-policies\/[0-9]+\/resume$/],
      ['the rotation of a credential', /^POST \/credentials\/[0-9]+\/rotate$/],
    ] as const
  ).map(
    ([what, route]) =>
      [
        'MATCH-02',
        `* is a version of ${what}`,
        changeRequest((request) => (to(route)(request) && headerOf(request, 'if-match') === '*' ? withHeader(request, 'If-Match', '"*"') : request)),
      ] as const,
  ),
]);
