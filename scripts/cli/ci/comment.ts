/** One comment on a pull request, changed in place: the first line of it is a mark that is not shown. */
import { z } from 'zod';
import { type Answer, type Api, call, jsonOf } from './api.ts';

export interface CommentPlace {
  readonly api: Api;
  /** Of the comments of this pull request. */
  readonly list: string;
  /** What changes the comment with this id. */
  readonly change: (id: number) => readonly [method: string, path: string];
  /** Maximum number of characters. */
  readonly most: number;
  /** Said where the token may not write. */
  readonly refused: string;
}

const comments = z.array(
  z.looseObject({
    id: z.int(),
    body: z.string().nullish(),
    user: z.looseObject({ type: z.string() }).nullish(),
    author_association: z.string().optional(),
  }),
);
type Row = z.infer<typeof comments>[number];

const PAGE = 100;
const MOST_PAGES = 20;
const WRITERS = ['OWNER', 'MEMBER', 'COLLABORATOR'];

/** On GitHub anyone may write the mark: the text of a stranger is not taken for ours. On GitLab only its author may change one. */
function mayBeOurs({ user, author_association: association }: Row): boolean {
  if (association === undefined || user == null) return true;
  return user.type === 'Bot' || WRITERS.includes(association);
}

async function ours({ api, list }: CommentPlace, mark: string): Promise<readonly number[] | Answer> {
  const found: number[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await call(api, 'GET', `${list}?per_page=${PAGE}&page=${page}`);
    const rows = comments.safeParse(jsonOf(answer));
    if (!rows.success) return answer;
    const marked = rows.data.filter((row) => row.body?.startsWith(mark) === true && mayBeOurs(row));
    found.push(...marked.map(({ id }) => id));
    if (rows.data.length < PAGE) break;
  }
  return found;
}

const isDone = ({ status }: Answer) => status >= 200 && status < 300;

/** Writes or changes the comment; returns what happened, in words. */
export async function placeComment(place: CommentPlace, mark: string, text: string): Promise<string> {
  const { api, list, change, refused } = place;
  const body = `${mark}\n${text}`;
  const found = await ours(place, mark);
  if ('status' in found) return `no comment: ${inWords(found, refused)}`;
  for (const id of found) {
    const [method, path] = change(id);
    const changed = await call(api, method, path, { body });
    if (isDone(changed)) return 'the comment was changed';
    // Another's comment, or one that is gone. After anything else a second comment would only be one too many.
    if (![403, 404].includes(changed.status)) return `no comment: ${inWords(changed, refused)}`;
  }
  const answer = await call(api, 'POST', list, { body });
  return isDone(answer) ? 'a comment was written' : `no comment: ${inWords(answer, refused)}`;
}

function inWords({ status }: Answer, refused: string): string {
  return [401, 403, 404].includes(status) ? `${refused} (${status})` : `the API answered ${status}`;
}
