/**
 * Two ways to reach the sandbox. Direct: the page asks it across origins, and it was started with `--cors` for this page.
 * With `VITE_PROXY=1`: the page asks its own origin, and Vite passes that on, as a gateway behind a proxy is reached.
 */
import { defineConfig } from 'vite';

const gateway = process.env['GATEWAY'] ?? 'http://127.0.0.1:4010';
const control = process.env['CONTROL'] ?? 'http://127.0.0.1:4011';

/** The gateway's routes, its tickets and sockets, and of the control plane the token endpoint alone. */
const proxy = {
  '^/(orders|operations|me)(/|\\?|$)': { target: gateway },
  '/v1': { target: gateway, ws: true },
  '/identity/token': { target: control },
};

const isProxied = process.env['VITE_PROXY'] === '1';

export default defineConfig({
  define: {
    'import.meta.env.VITE_GATEWAY': JSON.stringify(isProxied ? '' : gateway),
    'import.meta.env.VITE_ISSUER': JSON.stringify(`${control}/identity`),
    // Absent: as long as the issuer's own.
    'import.meta.env.VITE_TOKEN_LIFE_S': JSON.stringify(process.env['TOKEN_LIFE_S'] ?? ''),
  },
  server: { port: 5173, strictPort: true, ...(isProxied ? { proxy } : {}) },
  preview: { port: 5173, strictPort: true, ...(isProxied ? { proxy } : {}) },
});
