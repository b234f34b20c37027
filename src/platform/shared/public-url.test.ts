import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicUrl } from './public-url.ts';

describe('accepted', () => {
  test.each([
    'https://example.com',
    'https://example.com/',
    'https://example.com:443/',
    'https://EXAMPLE.com/Path?q=1#part',
    'HTTPS://example.com/',
    'https://example.com./',
    'https://sub.domain.example.co.kr/a/b?c=d&e=%20',
    'https://한국.kr/자료',
    'https://日本.jp/',
    'https://xn--3e0b707e.kr/',
    'https://example.com/@user',
    'https://example.com/?next=http://localhost/',
    'https://example.com/#user:password@host',
    'https://example.com/127.0.0.1',
    'https://8.8.8.8/',
    'https://1.1.1.1/dns-query',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://[2606:4700:4700::1111]/',
    'https://[2001:4860:4860::8888]/',
    // Names that only resemble refused ones.
    'https://localhost.com/',
    'https://notlocalhost.example.com/',
    'https://mylocal.com/',
    'https://internal.example.com/',
    'https://10.example.com/',
    'https://127.0.0.1.example.com/',
  ])('%s', (url) => {
    expect(isPublicUrl(url)).toBe(true);
  });
});

const refused: Record<string, string[]> = {
  'what is no address': [
    '',
    ' ',
    'example.com',
    '//example.com',
    '/resources',
    'https://',
    'https:///',
    'https://?x',
    'https://exa mple.com/',
    'https://example.com:99999/',
    'https://[::1',
    'https://%00.com/',
  ],
  'other schemes': [
    'http://example.com/',
    'ftp://example.com/',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'view-source:https://example.com/',
    'httpss://example.com/',
    'ws://example.com/',
    'wss://example.com/',
    'gopher://example.com/',
  ],
  credentials: [
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://:password@example.com/',
    'https://example.com@evil.example/',
    'https://example.com%40@evil.example/',
    'https:\\\\user@example.com/',
  ],
  'other ports': [
    'https://example.com:80/',
    'https://example.com:8443/',
    'https://example.com:0/',
    'https://8.8.8.8:22/',
  ],
  'this machine by name': [
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://localhost../',
    'https://a.localhost/',
    'https://a.b.localhost./',
    'https://localhost.localdomain/',
    'https://loc\u00ADalhost/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'https://%6c%6f%63%61%6c%68%6f%73%74/',
    'https://local\thost/',
  ],
  'names inside a house': [
    'https://router/',
    'https://intranet/',
    'https://com/',
    'https://com./',
    'https://printer.local/',
    'https://printer.LOCAL./',
    'https://printer。local/',
    'https://metadata.google.internal/',
    'https://x.svc.cluster.local/',
    'https://nas.home/',
    'https://nas.lan/',
    'https://router.home.arpa/',
    'https://1.0.0.127.in-addr.arpa/',
    'https://abc.onion/',
    'https://x.test/',
    'https://x.invalid/',
  ],
  'names with an empty part': ['https://example..com/', 'https://.example.com/', 'https://10.0.0.1../'],
  'addresses that are not public': [
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://127.0.0.1/',
    'https://127.255.255.254/',
    'https://127.0.0.1./',
    'https://169.254.169.254/latest/meta-data/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.0.0.1/',
    'https://192.0.2.1/',
    'https://192.168.0.1/',
    'https://198.18.0.1/',
    'https://203.0.113.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
  ],
  'addresses written as numbers': [
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0X7F.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://127.0.1/',
    'https://0/',
    'https://10.1/',
    'https://１２７.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    // Public addresses too: nobody writes them in this form without a reason.
    'https://134744072/',
    'https://0x08.8.8.8/',
    'https://8.8.2056/',
    'https://８.8.8.8/',
    'https://134744072/8.8.8.8',
    'https://134744072/?8.8.8.8#8.8.8.8',
  ],
  'IPv6 addresses that are not public': [
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::1]/',
    'https://[100::1]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[2002:7f00:1::]/',
    'https://[fc00::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[fe80::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
  ],
};

for (const [what, urls] of Object.entries(refused)) {
  describe(`refused: ${what}`, () => {
    test.each(urls.map((url) => [url]))('%j', (url) => {
      expect(isPublicUrl(url)).toBe(false);
    });
  });
}

describe('a private address', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const privateAddress = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
  );

  const inBase = (value: number, base: number) =>
    base === 16 ? `0x${value.toString(16)}` : base === 8 ? `0${value.toString(8)}` : String(value);
  const fullWidth = (text: string) =>
    text.replaceAll(/\d/g, (digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0));

  const written = fc
    .record({
      bytes: privateAddress,
      parts: fc.integer({ min: 1, max: 4 }),
      bases: fc.tuple(...[0, 1, 2, 3].map(() => fc.constantFrom(8, 10, 16))),
      wide: fc.boolean(),
      upper: fc.boolean(),
      dot: fc.constantFrom('.', '。', '．'),
      end: fc.constantFrom('', '.'),
    })
    .map(({ bytes, parts, bases, wide, upper, dot, end }) => {
      const first = bytes.slice(0, parts - 1);
      const rest = bytes.slice(parts - 1).reduce((value, byte) => value * 256 + byte, 0);
      const text = [...first, rest].map((value, index) => inBase(value, bases[index] ?? 10)).join(dot) + end;
      const shown = wide ? fullWidth(text) : text;
      return { host: upper ? shown.toUpperCase() : shown, address: bytes.join('.') };
    });

  test('is refused in every form that browsers understand', () => {
    fc.assert(
      fc.property(written, fc.webPath(), ({ host, address }, path) => {
        const url = `https://${host}${path}`;
        // Checks that the forms made here are valid.
        expect(new URL(url).hostname).toBe(address);
        expect(isPublicUrl(url)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('is refused inside an IPv6 address', () => {
    const prefix = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::');
    fc.assert(
      fc.property(privateAddress, prefix, (bytes, before) => {
        expect(isPublicUrl(`https://[${before}${bytes.join('.')}]/`)).toBe(false);
      }),
    );
  });

  test('any text is accepted or refused without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => isPublicUrl(text)).not.toThrow();
        expect(() => isPublicUrl(`https://${text}`)).not.toThrow();
      }),
    );
  });
});
