// Builds the engine for the page: Pyodide, a trimmed standard library, msgspec and Orrery as bytecode. It is made by
// the Pyodide that will run it, under Node. Names go by content, and every file lies there compressed as well.
//   node engine/build.mjs WHEEL OUT

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const pyodideHome = join(here, '..', 'node_modules', 'pyodide');
const [wheel, out] = process.argv.slice(2);
// Where Python fails, its own words are enough: Node would print Pyodide's only line beside them.
process.on('uncaughtException', (error) => {
  console.error(error.message);
  process.exit(1);
});
if (!wheel || !out) throw new Error('node engine/build.mjs WHEEL OUT');

/** The Python files and data of a folder go into Pyodide's own file system. */
function carry(py, from, to, keep) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (entry.isDirectory()) {
      if (keep(path)) carry(py, path, `${to}/${entry.name}`, keep);
      continue;
    }
    if (!/\.(py|json|toml)$/.test(entry.name)) continue;
    py.FS.mkdirTree(to);
    py.FS.writeFile(`${to}/${entry.name}`, readFileSync(path));
  }
}

const engine = join(root, 'src', 'orrery');
const skipped = ['server', 'arena', 'env', '__pycache__', 'compiled'];
const py = await loadPyodide({ indexURL: pyodideHome, stdout: () => undefined, env: { ORRERY_PURE: '1' } });
carry(py, engine, '/src/orrery', (path) => !skipped.includes(relative(engine, path).split('/').pop()));
py.unpackArchive(new Uint8Array(readFileSync(wheel)), 'zip', { extractDir: '/wheel' });
py.unpackArchive(new Uint8Array(readFileSync(join(pyodideHome, 'python_stdlib.zip'))), 'zip', {
  extractDir: '/library',
});
py.FS.mkdirTree('/make');
for (const name of ['bundle.py', 'play.py']) py.FS.writeFile(`/make/${name}`, readFileSync(join(here, name)));
const version = /^version = "(.*)"$/m.exec(readFileSync(join(root, 'pyproject.toml'), 'utf8'))[1];
py.globals.set('version', version);
const made = py.runPython(`
import sys
sys.path[:0] = ["/src", "/wheel", "/make"]
import orrery
orrery.__version__ = version
import play
play.every()
loaded = sorted(sys.modules)
import bundle
bundle.bundle("/src", "/wheel", "/library", loaded)
`);
const part = (name) => {
  const proxy = made.get(name);
  const bytes = proxy.toJs ? proxy.toJs() : proxy;
  return typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes);
};

const files = {
  'pyodide.mjs': readFileSync(join(pyodideHome, 'pyodide.mjs')),
  'pyodide.asm.mjs': readFileSync(join(pyodideHome, 'pyodide.asm.mjs')),
  'pyodide.asm.wasm': readFileSync(join(pyodideHome, 'pyodide.asm.wasm')),
  'python_stdlib.zip': part('stdlib'),
  'msgspec.zip': part('msgspec'),
  'orrery.zip': part('orrery'),
  // What can be played: the page shows it before anybody has asked for the engine.
  'titles.json': Buffer.from(py.runPython('play.titles()')),
};
const digest = (...all) => {
  const hash = createHash('sha256');
  for (const each of all) hash.update(each);
  return hash.digest('hex').slice(0, 16);
};

// Pyodide asks for its own files by their names: they share a folder that is named after them.
const core = `py-${digest(files['pyodide.mjs'], files['pyodide.asm.mjs'], files['pyodide.asm.wasm'])}`;
const places = {
  'pyodide.mjs': `${core}/pyodide.mjs`,
  'pyodide.asm.mjs': `${core}/pyodide.asm.mjs`,
  'pyodide.asm.wasm': `${core}/pyodide.asm.wasm`,
  'python_stdlib.zip': `stdlib-${digest(files['python_stdlib.zip'])}.zip`,
  'msgspec.zip': `msgspec-${digest(files['msgspec.zip'])}.zip`,
  'titles.json': `titles-${digest(files['titles.json'])}.json`,
  'orrery.zip': `orrery-${digest(files['orrery.zip'])}.zip`,
};
/** Of which Pyodide it is: what it compares with itself when it starts. */
const lock = JSON.parse(readFileSync(join(pyodideHome, 'pyodide-lock.json'), 'utf8'));
const wanted = new Set(['engine.json', 'modules.json']);
const listed = [];
for (const [name, body] of Object.entries(files)) {
  const place = join(out, places[name]);
  for (const ending of ['', '.br', '.gz']) wanted.add(places[name] + ending);
  // The name says what is in it: what was compressed before is not compressed again.
  if (!existsSync(`${place}.gz`)) {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, body);
    const most = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    writeFileSync(`${place}.br`, brotliCompressSync(body, { params: most }));
    writeFileSync(`${place}.gz`, gzipSync(body, { level: 9 }));
  }
  listed.push({ name, path: `engine/${places[name]}`, size: body.length, br: statSync(`${place}.br`).size });
}
writeFileSync(join(out, 'modules.json'), part('modules'));
writeFileSync(
  join(out, 'engine.json'),
  JSON.stringify({ version, python: lock.info, files: listed }, null, 1) + '\n',
);
for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  if (!wanted.has(relative(out, path))) rmSync(path);
}
