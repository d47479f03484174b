/** The control plane's own document, built from the rows that serve it. Loaded at the first request for it. */

import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { createDocument } from 'zod-openapi';
import { DEFAULT_WORLD, WORLD_HEADER } from '../hosting/world-address.ts';
import type { ControlRoute } from './control-route.ts';
import { JSON_TYPE } from './control-route.ts';
import { controlError } from './shapes.ts';

/** The OpenAPI document of these routes, as JSON text. */
export function controlDocument(routes: readonly ControlRoute[]): string {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:([a-z]+)/gi, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Touchstone control plane',
      version: '0.1.0',
      description: `Controls the sandbox: its worlds and, in each world, the clock, the faults, the platform, the members and the token issuer. It requires no credentials and is meant for this machine only. Every operation acts on one world: the world in the base address (/worlds/NAME) or in the header ${WORLD_HEADER}, or "${DEFAULT_WORLD}" if neither names one. The operations on /worlds act on the whole sandbox.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/' },
      {
        // Not relative: a path with variables is no valid address.
        url: 'http://{host}/worlds/{world}',
        description: 'The operations of one world',
        variables: {
          host: { default: '127.0.0.1:4011', description: 'The host that serves this document' },
          world: { default: DEFAULT_WORLD, description: 'A name from GET /worlds' },
        },
      },
    ],
    // The control plane has no credentials, and the document states so.
    security: [],
    paths: paths as ZodOpenApiPathsObject,
  });
  return `${JSON.stringify(document)}\n`;
}

function operation(route: ControlRoute): ZodOpenApiOperationObject {
  const { operationId, summary, tag, body, bodyType, query } = route;
  const names = [...route.path.matchAll(/:([a-z]+)/gi)].map(([, name]) => name ?? '');
  return {
    operationId,
    summary,
    tags: [tag],
    requestParams: {
      ...(names.length === 0 ? {} : { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
      ...(query instanceof z.ZodObject && Object.keys(query.shape).length > 0 ? { query } : {}),
    },
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            content: { [bodyType ?? JSON_TYPE]: { schema: body } },
            // An empty body counts as an empty object.
            required: !body.safeParse({}).success,
          },
        }),
    responses: responses(route),
  };
}

function responses({ answer }: ControlRoute): ZodOpenApiResponsesObject {
  const content = answer.status === 204 ? {} : { content: { [answer.type]: { schema: answer.shape ?? z.string() } } };
  return {
    [`${answer.status}`]: { description: 'Done', ...content },
    ...(answer.orStatus === undefined
      ? {}
      : { [`${answer.orStatus}`]: { description: 'Done, and not ready', ...content } }),
    // Every route may answer one: a Host that is not served, an unknown world.
    '4XX': { description: 'Refused', content: { [JSON_TYPE]: { schema: controlError } } },
    default: { description: 'Failed', content: { [JSON_TYPE]: { schema: controlError } } },
  } as ZodOpenApiResponsesObject;
}
