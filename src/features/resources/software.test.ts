import { expect, test } from 'vitest';
import { checksumCommands, platformOf, platformOfReader } from './software.ts';

test.each([
  ['tool-1.2-windows-x64.zip', 'windows'],
  ['tool_win32.zip', 'windows'],
  ['tool-darwin-arm64.tar.gz', 'macos'],
  ['Tool macOS.zip', 'macos'],
  ['tool-linux.tgz', 'linux'],
  ['tool-android.zip', 'android'],
  ['tool-ios.zip', 'ios'],
  ['tool-web.zip', 'web'],
  ['index.html', 'web'],
  ['twin-motor.zip', null],
  ['machine.zip', null],
  ['audios.zip', null],
])('the file %s is for %s', (name, platform) => expect(platformOf(name)).toBe(platform));

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'macos'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'ios'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'linux'],
  ['curl/8', 0, null],
])('the browser %s with %i touch points runs on %s', (agent, fingers, platform) =>
  expect(platformOfReader(agent, fingers)).toBe(platform),
);

test('quotes a file name for each shell', () => {
  const commands = checksumCommands("a'; rm -rf $HOME `x`.zip").map(({ command }) => command);
  expect(commands).toEqual([
    "Get-FileHash -Algorithm SHA256 -LiteralPath '.\\a''; rm -rf $HOME `x`.zip'",
    "shasum -a 256 './a'\\''; rm -rf $HOME `x`.zip'",
    "sha256sum './a'\\''; rm -rf $HOME `x`.zip'",
  ]);
});
