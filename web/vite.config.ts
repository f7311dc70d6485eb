/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env['ORRERY_URL'] ?? 'http://127.0.0.1:8700';

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/orrery/server/static',
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: true,
    reportCompressedSize: true,
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
