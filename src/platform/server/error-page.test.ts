import { expect, test } from 'vitest';
import { createHttpServer } from './http.ts';

test.each([
  ['/resources?search=%ff', 'ko', '읽을 수 없는 글자가 들어 있어요.', 'href="/"'],
  ['/en/resources?search=%ff', 'en', 'cannot be read', 'href="/en"'],
  ['/jp/%ff', 'ja', '読み取れない', 'href="/jp"'],
])('opening %s in a browser shows a page in the reader’s language', async (path, locale, words, home) => {
  const app = await createHttpServer({
    logLevel: 'silent',
    overloadMs: 60_000,
    publicOrigin: 'http://localhost',
    trustedProxies: [],
  });
  const page = await app.inject({ url: path, headers: { accept: 'text/html,*/*' } });
  expect(page.statusCode).toBe(400);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-language': locale,
    'cache-control': 'no-store',
  });
  expect(page.body).toContain(words);
  expect(page.body).toContain(home);
  const call = await app.inject({ url: `/api${path}`, headers: { accept: 'text/html' } });
  expect(call.json()).toMatchObject({ code: 'invalid_encoding' });
  await app.close();
});
