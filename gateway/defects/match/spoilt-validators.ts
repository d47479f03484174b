import type { Stage } from '../../stage.ts';
import { type Defect, without } from '../defect.ts';

const USER = /^\/users\/[^/]+$/;
const ORGANISATION = /^\/orgs\/[^/]+$/;
const ASSET_POLICY = /^\/asset-policies\/[^/]+$/;

/** The If-Match as it was sent, read in another spelling where a portfolio is restated. */
function reading(spelling: (sent: string) => string): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    run(known, proceed) {
      const sent = known.request.headersDistinct['if-match'];
      if (known.operation !== 'restatePortfolio' || sent === undefined) return good.run(known, proceed);
      const headersDistinct = { ...known.request.headersDistinct, 'if-match': sent.map(spelling) };
      const request = Object.create(known.request, { headersDistinct: { value: headersDistinct } });
      return good.run({ ...known, request }, proceed);
    },
  });
}

/** Each is wrong about one way in which a version is quoted. */
export const SPOILT_VALIDATORS: readonly Defect[] = [
  {
    name: 'quotes-a-weak-version',
    breaks: ['MATCH-01'],
    story: 'the ETag of a user is a weak validator',
    spoil: (answer, { path }) =>
      USER.test(path) && answer.headers['ETag'] !== undefined
        ? { ...answer, headers: { ...answer.headers, ETag: `W/${answer.headers['ETag']}` } }
        : answer,
  },
  {
    name: 'quotes-no-version-of-an-organisation',
    breaks: ['MATCH-01'],
    story: 'an organisation has a version and no ETag',
    spoil: (answer, { path }) => (ORGANISATION.test(path) ? without(answer, 'ETag') : answer),
  },
  {
    name: 'quotes-one-version-for-ever',
    breaks: ['MATCH-01'],
    story: 'the ETag of an asset policy is the same whatever becomes of it',
    spoil: quotedInstead(
      () => true,
      () => 1,
    ),
  },
  {
    name: 'quotes-the-version-before-the-arm',
    breaks: ['MATCH-01'],
    story: 'an asset policy that was withdrawn keeps the ETag that it had before',
    spoil: quotedInstead(
      ({ status }) => status === 'WITHDRAWN',
      (version) => version - 1,
    ),
  },
  {
    name: 'takes-a-star-for-a-version',
    breaks: ['MATCH-02'],
    story: 'If-Match: * asks for the version of the name *',
    stages: { 'read-if-match': reading((sent) => (sent === '*' ? '"*"' : sent)) },
  },
  {
    name: 'takes-a-weak-validator',
    breaks: ['MATCH-03'],
    story: 'takes W/"3" for "3"',
    stages: { 'read-if-match': reading((sent) => sent.replace(/^W\//, '')) },
  },
  {
    name: 'takes-a-bare-version',
    breaks: ['MATCH-03'],
    story: 'takes 3 for "3"',
    stages: { 'read-if-match': reading((sent) => (/^[0-9]+$/.test(sent) ? `"${sent}"` : sent)) },
  },
  {
    name: 'takes-a-list-of-versions',
    breaks: ['MATCH-03'],
    story: 'takes "3", "another" for "3"',
    stages: { 'read-if-match': reading((sent) => sent.split(',')[0] ?? sent) },
  },
];

type Row = Readonly<Record<string, unknown>>;

/** Another version in the ETag of an asset policy that is read, where `isMeant` says so. */
function quotedInstead(
  isMeant: (row: Row) => boolean,
  quoted: (version: number) => number,
): NonNullable<Defect['spoil']> {
  return (answer, { path, request }) => {
    if (request.method !== 'GET' || !ASSET_POLICY.test(path) || answer.headers['ETag'] === undefined) return answer;
    const row = JSON.parse(String(answer.body)) as Row;
    if (!isMeant(row)) return answer;
    return { ...answer, headers: { ...answer.headers, ETag: `"${quoted(Number(row['version']))}"` } };
  };
}
