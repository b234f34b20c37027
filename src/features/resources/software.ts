/** Platforms of software that the form offers; any other is a text. */
export const platforms = ['windows', 'macos', 'linux', 'android', 'ios', 'web'] as const;
export type Platform = (typeof platforms)[number];

export function isPlatform(text: string): text is Platform {
  return platforms.some((platform) => platform === text);
}

/** What names of files say about where they run. "darwin" ends in "win", so macOS is looked for before Windows. */
const platformSigns: [Platform, RegExp][] = [
  ['android', /android|\.aab$/],
  ['ios', /(^|[^a-z])(ios|iphone|ipad)([^a-z]|$)/],
  ['macos', /mac(os|intosh)?([^a-z]|$)|darwin|osx|\.dmg$|\.pkg$/],
  ['windows', /(^|[^a-z])win(dows|32|64)?([^a-z]|$)|\.msi$/],
  ['linux', /linux|ubuntu|debian|appimage|\.deb$|\.rpm$|raspberry|raspbian/],
  ['web', /(^|[^a-z])(web|wasm|browser)([^a-z]|$)|\.html?$/],
];

/** The platform that a file of a release is for, as far as its name tells. */
export function platformOf(fileName: string): Platform | null {
  const name = fileName.toLowerCase();
  return platformSigns.find(([, sign]) => sign.test(name))?.[0] ?? null;
}

/** The platform of a browser, by what it says of itself. iPads say that they are Macs, and have fingers on them. */
export function platformOfReader(userAgent: string, touchPoints: number): Platform | null {
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  if (/mac os x|macintosh/i.test(userAgent)) return touchPoints > 1 ? 'ios' : 'macos';
  if (/windows/i.test(userAgent)) return 'windows';
  return /linux|cros/i.test(userAgent) ? 'linux' : null;
}

/** How each system tells a file's SHA-256. Names are quoted: a shell must see nothing else in them. */
export function checksumCommands(fileName: string): { system: string; command: string }[] {
  const posix = `'./${fileName.replaceAll("'", `'\\''`)}'`;
  // PowerShell takes these quotation marks for straight ones.
  const powerShell = `'.\\${fileName.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
  return [
    { system: 'Windows (PowerShell)', command: `Get-FileHash -Algorithm SHA256 -LiteralPath ${powerShell}` },
    { system: 'macOS', command: `shasum -a 256 ${posix}` },
    { system: 'Linux', command: `sha256sum ${posix}` },
  ];
}
