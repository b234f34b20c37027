/** Platforms offered by the form; others are free text. */
export const platforms = ['windows', 'macos', 'linux', 'android', 'ios', 'web'] as const;
export type Platform = (typeof platforms)[number];

export function isPlatform(text: string): text is Platform {
  return platforms.some((platform) => platform === text);
}

/** Patterns of file names per platform. "darwin" contains "win", so macOS is tested before Windows. */
const platformSigns: [Platform, RegExp][] = [
  ['android', /android|\.aab$/],
  ['ios', /(^|[^a-z])(ios|iphone|ipad)([^a-z]|$)/],
  ['macos', /mac(os|intosh)?([^a-z]|$)|darwin|osx|\.dmg$|\.pkg$/],
  ['windows', /(^|[^a-z])win(dows|32|64)?([^a-z]|$)|\.msi$/],
  ['linux', /linux|ubuntu|debian|appimage|\.deb$|\.rpm$|raspberry|raspbian/],
  ['web', /(^|[^a-z])(web|wasm|browser)([^a-z]|$)|\.html?$/],
];

/** Guesses the platform of a release's file from its name. */
export function platformOf(fileName: string): Platform | null {
  const name = fileName.toLowerCase();
  return platformSigns.find(([, sign]) => sign.test(name))?.[0] ?? null;
}

/** Guesses the platform of a browser. iPads report macOS, but have touch points. */
export function platformOfReader(userAgent: string, touchPoints: number): Platform | null {
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  if (/mac os x|macintosh/i.test(userAgent)) return touchPoints > 1 ? 'ios' : 'macos';
  if (/windows/i.test(userAgent)) return 'windows';
  return /linux|cros/i.test(userAgent) ? 'linux' : null;
}

/**
 * Returns the command of each system that computes a file's SHA-256. File names are quoted against shell
 * injection.
 */
export function checksumCommands(fileName: string): { system: string; command: string }[] {
  const posix = `'./${fileName.replaceAll("'", `'\\''`)}'`;
  // PowerShell treats these typographic quotes as straight ones.
  const powerShell = `'.\\${fileName.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
  return [
    { system: 'Windows (PowerShell)', command: `Get-FileHash -Algorithm SHA256 -LiteralPath ${powerShell}` },
    { system: 'macOS', command: `shasum -a 256 ${posix}` },
    { system: 'Linux', command: `sha256sum ${posix}` },
  ];
}
