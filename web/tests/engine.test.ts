import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadPyodide, type PyodideInterface } from 'pyodide';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ENGINE = join(ROOT, 'build/engine');

interface Made {
  version: string;
  python: object;
  files: { name: string; path: string; size: number; br: number }[];
}
const made = (): Made => JSON.parse(readFileSync(join(ENGINE, 'engine.json'), 'utf8')) as Made;
const bytes = (name: string): Uint8Array =>
  new Uint8Array(
    readFileSync(
      join(
        ENGINE,
        made()
          .files.find((file) => file.name === name)!
          .path.replace('engine/', ''),
      ),
    ),
  );

describe('the engine for the page', () => {
  let python: PyodideInterface;
  beforeAll(async () => {
    expect(existsSync(join(ENGINE, 'engine.json')), 'make page builds it').toBe(true);
    const of = (name: string): string =>
      join(
        ENGINE,
        made()
          .files.find((file) => file.name === name)!
          .path.replace('engine/', ''),
      );
    python = await loadPyodide({
      indexURL: join(of('pyodide.mjs'), '..'),
      stdLibURL: of('python_stdlib.zip'),
      lockFileContents: { info: made().python, packages: {} } as never,
      env: { ORRERY_PURE: '1' },
    });
    for (const name of ['msgspec.zip', 'orrery.zip'])
      python.unpackArchive(bytes(name), 'zip', { extractDir: '/orrery' });
    python.runPython('import sys; sys.path.insert(0, "/orrery")');
    python.FS.mkdirTree('/make');
    python.FS.writeFile('/make/play.py', readFileSync(join(ROOT, 'web/engine/play.py')));
    python.runPython(`import orrery\norrery.__version__ = "${made().version}"\nsys.path.append("/make")`);
  }, 120_000);

  it('holds every file in three forms, and nothing that no device uses', () => {
    const there = new Set(
      readdirSync(ENGINE, { recursive: true }).map((path) => String(path).replaceAll('\\', '/')),
    );
    for (const file of made().files)
      for (const ending of ['', '.br', '.gz'])
        expect(there.has(file.path.replace('engine/', '') + ending), file.path + ending).toBe(true);
    const modules = JSON.parse(readFileSync(join(ENGINE, 'modules.json'), 'utf8')) as Record<string, string[]>;
    expect(modules['orrery']).toContain('orrery.device.page');
    expect(modules['orrery']!.filter((name) => /server|arena|commands/.test(name))).toEqual([]);
    for (const name of ['secrets', 'json', 'tomllib', 'importlib.resources'])
      expect(modules['stdlib'], name).toContain(name);
  });

  it('imports every module that it holds', () => {
    const modules = JSON.parse(readFileSync(join(ENGINE, 'modules.json'), 'utf8')) as Record<string, string[]>;
    python.globals.set('names', modules['orrery']!.join(' '));
    const failed = python.runPython(`
import importlib
failed = []
for name in names.split():
    try:
        importlib.import_module(name)
    except Exception as error:
        failed.append(f"{name}: {error!r}")
"\\n".join(failed)
`) as string;
    expect(failed).toBe('');
  });

  it('plays as the page does, alone and against bots', () => {
    python.runPython('import play; play.every()');
  }, 120_000);

  it('replays the recorded games of the suite to the digests of CPython', () => {
    // Written and compared with this tree by tests/device/test_digests.py.
    const expected = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/digests.json'), 'utf8')) as Record<
      string,
      string
    >;
    expect(Object.keys(expected).length).toBeGreaterThan(8);
    const replayed: Record<string, string> = {};
    python.runPython('from orrery.core.match import Match');
    for (const name of Object.keys(expected)) {
      python.globals.set('text', readFileSync(join(ROOT, name), 'utf8'));
      replayed[name] = python.runPython(`
import hashlib
from orrery.core.match import parsed
whole = hashlib.sha256()
Match.replay(*parsed(text), lambda match: whole.update(match.state.digest()))
whole.hexdigest()
`) as string;
    }
    expect(replayed).toEqual(expected);
  }, 120_000);
});
