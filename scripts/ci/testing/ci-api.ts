/** For tests: the APIs of GitHub and GitLab, as far as the gate calls them. */
import { type StubAnswer, type StubMember, startStub } from '../../../conformance/testing/stub-member.ts';

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
  readonly author_association: string;
}

export interface CiApi {
  readonly stub: StubMember;
  readonly comments: Comment[];
  /** Of the workflow; each has an artifact. */
  readonly runs: {
    readonly id: number;
    readonly event: string;
    readonly head_branch: string;
    readonly owner: string;
  }[];
  /** What a write of a comment is answered with, for a token that may only read. */
  refused: number | undefined;
  /** Where the artifact of GitLab is; undefined: there is none. */
  artifactUrl: string | undefined;
}

export async function startCiApi(): Promise<CiApi> {
  const bodyOf = (text: string) => (JSON.parse(text) as { body: string }).body;
  const answer = (method: string, path: string, body: string): StubAnswer => {
    if (/^\/repos\/o\/r\/actions\/workflows\/gate\.yml\/runs$/.test(path)) {
      const rows = api.runs.map(({ owner, ...run }) => ({ ...run, head_repository: { full_name: owner } }));
      return { status: 200, body: { workflow_runs: rows } };
    }
    if (/^\/repos\/o\/r\/actions\/runs\/\d+\/artifacts$/.test(path)) {
      return { status: 200, body: { artifacts: [{ name: 'touchstone-report', expired: false }] } };
    }
    if (path.startsWith('/projects/5/jobs/artifacts/main/raw/report/report.json') && api.artifactUrl !== undefined) {
      return { status: 302, headers: { Location: api.artifactUrl } };
    }
    const [, id] =
      /^\/(?:repos\/o\/r\/issues\/comments|projects\/5\/merge_requests\/7\/notes)\/(\d+)$/.exec(path) ?? [];
    const isList = /^\/(repos\/o\/r\/issues\/7\/comments|projects\/5\/merge_requests\/7\/notes)$/.test(path);
    if (isList && method === 'GET') return { status: 200, body: api.comments };
    if ((isList || id !== undefined) && api.refused !== undefined) return { status: api.refused, body: {} };
    if (isList) {
      const comment = { user: { type: 'Bot' }, author_association: 'NONE', body: bodyOf(body) };
      api.comments.push({ ...comment, id: api.comments.length + 1 });
      return { status: 201, body: {} };
    }
    const changed = api.comments.find((one) => `${one.id}` === id);
    if (changed === undefined) return { status: 404, body: {} };
    changed.body = bodyOf(body);
    return { status: 200, body: {} };
  };
  const stub = await startStub(({ method, url, body }) => answer(method, url.split('?')[0] ?? '', body));
  const api: CiApi = { stub, comments: [], runs: [], refused: undefined, artifactUrl: undefined };
  return api;
}
