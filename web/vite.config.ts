// Builds the page into web/dist. The server sends it under a strict content security policy, so
// nothing may be inlined: no data: URLs, no inline module, no inline style.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Where `npm run dev` finds a running server.
const api = 'http://127.0.0.1:4600';

export default defineConfig({
  base: './',
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: 'dist',
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '/health': api, '/docs': api },
  },
});
