/**
 * What differs between what a check expected and what it saw. An expectation is a sentence, so it is compared by what it
 * names: a status, a code, a header, a member and its value. Where it names none, as in "the recorded answer", the answer
 * is compared with the one before to the same request, by their members. Pure.
 */
import type { CheckRow } from '../conformance/runner/record/run-record.ts';

/** A part of a text. */
export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

export interface Differences {
  readonly expected: readonly Piece[];
  readonly seen: readonly Piece[];
  /** Whether a line of the answer that shows the failure differs. */
  isOther(line: string): boolean;
}

type Evidence = CheckRow['evidence'][number];

const STATUS =
  /(?<=^|: |\b(?:or|and|not|an?|the|its|but|no|status|answered|after) )[1-5]\d\d(?![\w.])|\b[1-5]\d\d(?= [A-Z]{3})/g;
const CODE = /\b[A-Z]{2,}(?:_[A-Z]+)+\b|\b(?!DELETE\b)[A-Z]{6,}\b(?!-)/g;
/** `without ETag`, `userId 0`, `available` at the beginning of a sentence. */
const NAME =
  /\b(?:(?:without|no|not) )?(?:X-[A-Za-z-]+|ETag|[A-Z][a-z]+(?:-[A-Z][a-z]+)+)|(?:\b[a-z]+[A-Z]\w*|^[a-z]+(?= ))(?: (?:\d+|null|true|false)\b)?/g;
/** `"price":"1.5"`, as a body has it and as it is laid out. */
const MEMBER = /"(\w+)": ?("(?:[^"\\]|\\.){0,400}"|[\w.+-]+)/g;

function split(text: string, differs: (word: string) => boolean): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  const words = [MEMBER, STATUS, CODE, NAME].flatMap((kind) => [...text.matchAll(kind)]);
  for (const { 0: word, index } of words.toSorted((a, b) => a.index - b.index)) {
    if (index < at || !differs(word)) continue;
    found.push({ text: text.slice(at, index), differs: false }, { text: word, differs: true });
    at = index + word.length;
  }
  return [...found, { text: text.slice(at), differs: false }].filter((piece) => piece.text !== '');
}

const wordsOf = (text: string, kind: RegExp) => new Set(Array.from(text.matchAll(kind), ([word]) => word));
const membersOf = (text: string) => Array.from(text.matchAll(MEMBER), ([, name = '', value = '']) => ({ name, value }));

/** A name of an expectation, with the value that it is to have; `none`: it is not to be there. */
function named(word: string): { readonly name: string; readonly value: string | undefined } {
  const [name = '', value] = word.replace(/^(?:without|no|not) /, '').split(' ');
  return { name, value: word.startsWith(name) ? value : 'none' };
}

/** Everything of an answer that an expectation may name. */
function answerText(e: Evidence | undefined): string | undefined {
  if (e?.response == null) return undefined;
  const { frames = [] } = e as { readonly frames?: readonly { readonly text: string | null }[] };
  const headers = e.response.headers.map(([name, value]) => `${name}: ${value}`);
  return [e.response.status, ...headers, e.response.body, ...frames.map(({ text }) => text ?? '')].join('\n');
}

/** A retry has the key of the request before; two reads have none. */
function requestName({ request: { method, path, headers } }: Evidence): string {
  return `${method} ${path} ${headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1]}`;
}

export function differencesOf(
  { expected, seen, exchanges }: Pick<NonNullable<CheckRow['counterexample']>, 'expected' | 'seen' | 'exchanges'>,
  evidence: CheckRow['evidence'],
): Differences {
  const shown = evidence.filter(({ n }) => exchanges.includes(n));
  const last = shown.at(-1);
  const answer = answerText(last);
  const status = `${last?.response?.status}`;
  const members = membersOf(answer ?? '');
  const [statuses, codes] = [wordsOf(expected, STATUS), wordsOf(expected, CODE)];
  const names = new Map(Array.from(wordsOf(expected, NAME), named).map(({ name, value }) => [name, value]));

  const before = last && shown.slice(0, -1).findLast((one) => requestName(one) === requestName(last))?.response;
  const twin = statuses.size + codes.size === 0 ? before : undefined;
  const same = new Set(membersOf(twin?.body ?? '').map(({ name, value }) => `${name} ${value}`));

  const lacksCode = (code: string) => !(answer ?? seen).includes(code);
  const isOtherStatus =
    twin == null ? answer !== undefined && statuses.size > 0 && !statuses.has(status) : status !== `${twin.status}`;
  /** Then the names of the expectation are what differs. */
  const isAnswered = !isOtherStatus && ![...codes].some(lacksCode);
  const isOtherCode = (code: string) => codes.size > 0 && !codes.has(code) && wordsOf(code, CODE).size > 0;
  const isOtherMember = ({ name, value }: { name: string; value: string }) =>
    twin == null
      ? isAnswered && names.has(name) && names.get(name) !== value
      : name !== 'requestId' && !same.has(`${name} ${value}`);
  const isUnmet = ({ name, value }: ReturnType<typeof named>) => {
    const own = members.filter((one) => one.name === name);
    if (value === 'none') return isAnswered && answer?.includes(`\n${name}: `) === true;
    if (own.length > 0) return isAnswered && own.some((one) => one.value !== value);
    const isWhole = answer !== undefined && !answer.includes('... (');
    return isWhole && /[A-Z]/.test(name) && !answer.toLowerCase().includes(name.toLowerCase());
  };
  return {
    expected: split(expected, (word) => {
      if (word.startsWith('"')) return false;
      if (/^\d/.test(word)) return isOtherStatus;
      return codes.has(word) ? lacksCode(word) : isUnmet(named(word));
    }),
    seen: split(seen, (word) => {
      const [member] = membersOf(word);
      if (member !== undefined) return isOtherMember(member);
      return /^\d/.test(word) ? isOtherStatus && word === status : isOtherCode(word);
    }),
    isOther(line) {
      const [member] = membersOf(line);
      if (member !== undefined) return isOtherMember(member) || isOtherCode(member.value.slice(1, -1));
      return line === status ? isOtherStatus : isAnswered && names.get(line.split(': ', 1)[0] ?? '') === 'none';
    },
  };
}
