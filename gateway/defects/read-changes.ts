/** One read, by the path that it asks for: its page, its row, its refusals. */
import { queryOf } from '../variations/layer.ts';
import { both, of, REFUSAL, statusOf, type When } from './changes.ts';

export const OK = statusOf(200);
export const page = (path: string): When => both(of(new RegExp(`^GET /${path}$`)), OK);
export const row = (path: string): When => both(of(new RegExp(`^GET /${path}/[0-9]+$`)), OK);
export const unheld = (path: string): When => both(of(new RegExp(`^GET /${path}/[0-9]+$`)), statusOf(404));
export const refusedOf = (path: string): When => both(of(new RegExp(`^GET /${path}\\b`)), REFUSAL);
export const isPaged: When = (_, request) => queryOf(request).get('limit') !== null;
export const isLater: When = (_, request) => queryOf(request).get('cursor') !== null;
