import { mostScriptBytes, scriptBytes } from '../scripts/lib-script-bytes.mjs';
import { expect, test } from './fixtures.ts';

// A door of a room (client/public.tsx) that does more than name what it gives brings the whole room to every page.
test('the home page brings few scripts, in each language', async ({ browser, baseURL }) => {
  test.slow();
  const found = await Promise.all(
    ['/', '/en', '/jp'].map(async (path) => ({
      path,
      ...(await scriptBytes(browser, `${baseURL}${path}`)),
    })),
  );
  console.log(found.map(({ path, bytes, files }) => `${path}: ${bytes} bytes in ${files} files`).join('\n'));
  expect(found.filter(({ bytes }) => bytes > mostScriptBytes)).toEqual([]);
});
