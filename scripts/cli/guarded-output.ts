/**
 * The one way of a command to its streams. Lines may carry text of a member, a client or a file, and a terminal or the log
 * of a CI obeys some of it: escape sequences, a carriage return, `::error::` (GitHub), `##[error]` and `##vso[` (Azure),
 * `##teamcity[`. None of these passes, except terminal colours, which the commands use themselves. A caller that puts
 * foreign text into a line also keeps it in that line (conformance/member/exchange/foreign-text.ts).
 */
import type { CommandIo, OutputStream } from './command.ts';
import { asTyped } from './own-command.ts';

const OBEYED = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** The same, or what only a terminal gets: colours and styles, and the start of a line that is rewritten. */
const ON_TERMINAL =
  /\r?\p{Cc}\[(?:2K|(?:0|1|2|22|3[0-9]|9[0-7])m)|(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const OWN = ['\u001b[', '\r\u001b['] as const;
/** A CI reads a command at the start of a line, after white space, or anywhere. */
const COMMAND = /(?<=^[^\S\n]*):(?=:)|##(?=\[|vso\[|teamcity\[)/gm;

class GuardedOutput implements OutputStream {
  readonly #to: OutputStream;
  readonly #spelled: (text: string) => string;
  /** Of the next text: a line may be written in parts. */
  #isAtStart = true;

  constructor(to: OutputStream, spelled = (text: string) => text) {
    this.#to = to;
    this.#spelled = spelled;
  }

  get isTTY(): boolean {
    return this.#to.isTTY === true;
  }

  get columns(): number | undefined {
    return this.#to.columns;
  }

  write(text: string): unknown {
    const plain = this.#spelled(text).replace(this.isTTY ? ON_TERMINAL : OBEYED, (found) =>
      OWN.some((start) => found.startsWith(start)) ? found : '\ufffd',
    );
    // Something stands before what continues a line.
    const before = this.#isAtStart ? '' : '.';
    if (text !== '') this.#isAtStart = /\n[ \t]*$/.test(text);
    const harmless = `${before}${plain}`.replace(COMMAND, (found) => (found === ':' ? ': ' : '# #'));
    return this.#to.write(harmless.slice(before.length));
  }
}

/** The streams of a command, guarded. On standard error, which is for people, commands are spelled as they are typed. */
export function guarded(io: CommandIo): CommandIo {
  const typed = (text: string) => asTyped(text, io.cwd);
  return { ...io, stdout: new GuardedOutput(io.stdout), stderr: new GuardedOutput(io.stderr, typed), unguarded: io };
}
