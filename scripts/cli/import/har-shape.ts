/**
 * HAR 1.2 as browsers and proxies write it: Chromium (also sanitised), Firefox, mitmproxy, Playwright, and this project's
 * own. They differ in what they leave out, so that little is required. https://w3c.github.io/web-performance/specs/HAR/Overview.html
 */
import { z } from 'zod';

const pairs = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .nullish()
  .transform((lines) => (lines ?? []).map(({ name, value }) => [name, value] as const));

const message = z.object({
  type: z.enum(['send', 'receive']),
  /** Chromium and mitmproxy: seconds; Playwright: milliseconds; -1: not known. */
  time: z.number(),
  opcode: z.number().nullish(),
  data: z.string().nullish(),
});

/** One entry of `log.entries`. */
export const harEntry = z.object({
  startedDateTime: z.string().transform((text, context) => {
    const ms = Date.parse(text);
    if (!Number.isNaN(ms)) return ms;
    context.addIssue('is no date');
    return z.NEVER;
  }),
  /** Milliseconds; -1: not known. */
  time: z.number().nullish(),
  _resourceType: z.string().nullish(),
  _webSocketMessages: z.array(message).nullish(),
  comment: z.string().nullish(),
  request: z.object({
    method: z.string().max(32),
    url: z.string().max(32_768),
    headers: pairs,
    postData: z
      .object({
        text: z.string().nullish(),
        /** Of Chromium: base64 of a body that is no text. */
        encoding: z.string().nullish(),
        params: z.array(z.object({ name: z.string(), value: z.string().nullish() })).nullish(),
        comment: z.string().nullish(),
      })
      .nullish(),
  }),
  response: z.object({
    /** 0: no answer came. */
    status: z.number().nullish(),
    statusText: z.string().nullish(),
    headers: pairs,
    content: z.object({ text: z.string().nullish(), encoding: z.string().nullish() }).nullish(),
    _error: z.string().nullish(),
    _failureText: z.string().nullish(),
  }),
});

export type HarEntry = z.output<typeof harEntry>;

/** The file: its entries are looked at one by one, so that a note names a wrong entry by its number. */
export const harFile = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });
