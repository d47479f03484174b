import { createRequire } from 'node:module';
import type { Router as KoaRouter } from '@koa/router';
import type KoaApplication from 'koa';

const require = createRequire(import.meta.url);

export interface KoaModules {
  readonly Koa: typeof KoaApplication;
  readonly Router: typeof KoaRouter;
}

/**
 * Koa and its router, loaded by the first request so that a start does not wait for them. As CommonJS: the router's ES
 * module imports all of `node:http`, which is slow (see node-http.ts).
 */
export function loadKoa(): KoaModules {
  const { Router } = require('@koa/router') as typeof import('@koa/router');
  return { Koa: require('koa') as typeof KoaApplication, Router };
}
