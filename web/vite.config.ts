/// <reference types="vitest/config" />
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const server = process.env['ORRERY_URL'] ?? 'http://127.0.0.1:8700';
/** Without a server: a folder that any static server serves, from wherever it lies. */
const alone = Boolean(process.env['ORRERY_SITE']);
const outDir = alone ? '../build/site' : '../src/orrery/server/static';

interface Engine {
  version: string;
  python: object;
  files: { name: string; path: string; size: number; br: number }[];
}
const made = '../build/engine/engine.json';
const engine = existsSync(made) ? (JSON.parse(readFileSync(made, 'utf8')) as Engine) : null;

/** The files of a folder and of those in it. */
const inside = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

/** The engine beside the page, and a service worker that knows the files of this build. */
function kept(): Plugin {
  return {
    name: 'orrery-kept',
    apply: 'build',
    closeBundle() {
      const files = inside(outDir).filter((path) => path !== 'sw.js' && path !== 'index.html');
      if (engine) cpSync('../build/engine', join(outDir, 'engine'), { recursive: true });
      const whole = createHash('sha256');
      for (const path of [...files, 'index.html']) whole.update(path).update(readFileSync(join(outDir, path)));
      const build = whole.digest('hex').slice(0, 16);
      const lines = (paths: readonly string[]): string =>
        paths.map((path) => `${JSON.stringify(path)},`).join('\n  ');
      const worker = readFileSync(join(outDir, 'sw.js'), 'utf8')
        .replace('__BUILD__', build)
        .replace('/* __FILES__ */', lines(files))
        .replace('/* __ENGINE__ */', lines(engine?.files.map((file) => file.path) ?? []))
        .replace('__ALONE__', alone ? 'yes' : 'no');
      writeFileSync(join(outDir, 'sw.js'), worker);
      const sized = files.map((path) => ({ path, size: statSync(join(outDir, path)).size }));
      writeFileSync(join(outDir, 'files.json'), JSON.stringify({ build, files: sized }) + '\n');
      if (alone) {
        writeFileSync(join(outDir, '404.html'), readFileSync('404.html', 'utf8'));
        copyFileSync('../NOTICE', join(outDir, 'NOTICE'));
      }
    },
  };
}

/** What every page begins with is one file: as many bytes, and a third of the requests. */
function started(): (
  id: string,
  graph: { getModuleInfo: (id: string) => { importedIds: string[] } | null },
) => string | null {
  const known = new Set<string>();
  return (id, graph) => {
    const found = known.size ? [] : [join(import.meta.dirname, 'src/main.ts')];
    for (const one of found) {
      if (known.has(one)) continue;
      known.add(one);
      found.push(...(graph.getModuleInfo(one)?.importedIds ?? []));
    }
    return known.has(id) ? 'start' : null;
  };
}

export default defineConfig({
  plugins: [svelte(), kept()],
  base: alone ? './' : '/',
  define: { __ENGINE__: JSON.stringify(engine), __ALONE__: JSON.stringify(alone) },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: true,
    reportCompressedSize: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: started() }] } } },
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
