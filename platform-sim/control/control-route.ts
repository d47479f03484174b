/**
 * One route of the control plane: the validation of its request, its documentation, and its action. app.ts serves the
 * rows and openapi.ts describes them, so they cannot disagree.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { World } from '../hosting/world.ts';

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type: string;
  /** null for an empty body. */
  readonly body: string | Readable | null;
}

export interface Input<Query, Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly request: IncomingMessage;
}

export interface ControlRoute<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** In the syntax of @koa/router. */
  readonly path: string;
  readonly tag: 'Clock' | 'Faults' | 'Members' | 'Platform' | 'Identity' | 'Sandbox' | 'Worlds';
  readonly summary: string;
  readonly query: Query;
  /** Validates the JSON body; the document publishes it. */
  readonly body?: Body;
  /** `run` reads the body itself, as text of this media type; `body` is then only documented. */
  readonly bodyType?: string;
  readonly answer: {
    readonly status: number;
    /** Another status with the same shape. */
    readonly orStatus?: number;
    readonly type: string;
    readonly shape: z.ZodType | null;
  };
  run(world: World, input: Input<z.infer<Query>, z.infer<Body>>): Promise<Reply> | Reply;
}

/** A row whose `run` receives the types of its shapes. */
export function controlRoute<Query extends z.ZodType, Body extends z.ZodType>(
  row: ControlRoute<Query, Body>,
): ControlRoute {
  return row as unknown as ControlRoute;
}

/** The media type of JSON. */
export const JSON_TYPE = 'application/json';

/** A reply whose body is there. */
export type TextReply = Reply & { readonly body: string };

/** A reply with a JSON body. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): TextReply {
  return { status, headers, type: JSON_TYPE, body: `${JSON.stringify(body)}\n` };
}

/** A 204 without a body. */
export const NOTHING: Reply = { status: 204, type: JSON_TYPE, body: null };
