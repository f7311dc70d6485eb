import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../src/lib/api/client';

afterEach(() => vi.unstubAllGlobals());

it('what is under way while somebody becomes a guest is asked once more', async () => {
  const json = (value: unknown, status = 200): Response =>
    new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });
  let asked = 0;
  let signed: () => void = () => undefined;
  const until = new Promise<void>((done) => (signed = done));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/guest') || url.endsWith('/me')) return json({ user: { id: 1, name: 'Ada' }, csrf: 'new' });
    asked++;
    if ((init.headers as Record<string, string>)['X-CSRF'] === 'new') return json({ fault: null });
    await until;
    return json({ code: 'csrf', sentence: 'no' }, 403);
  });
  const found = api.examine('gaia', { position: {}, whole: false });
  await api.guest('Ada');
  signed();
  expect(await found).toEqual({ fault: null });
  expect(asked).toBe(2);
});
