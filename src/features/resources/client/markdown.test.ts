import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { slowdown } from '#platform/shared/testing.ts';
import { Markdown } from './markdown.tsx';
import { Prose } from './prose.tsx';

const own = '/api/resources/r/files/f/view';
const show = (text: string) =>
  renderToStaticMarkup(
    createElement(Markdown, {
      text,
      pictureAddress: (reference: string) => (reference === 'picture.png' ? own : null),
    }),
  );

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<img src=x onerror=alert(1)>'],
  ['a frame', '<iframe src="/api/user"></iframe>'],
  ['a form inside a line', 'a <form action="/api/logout"><input></form> b'],
  ['a comment', '<!-- <svg onload=alert(1)> -->'],
  ['a script link', '[a](javascript:alert(1))'],
  ['a script link with entities', '[a](&#106;avascript:alert(1))'],
  ['a script link with a line break', '[a](java\nscript:alert(1))'],
  ['a script link in brackets', '<javascript:alert(1)>'],
  ['a link of data', '[a](data:text/html;base64,PHNjcmlwdD4=)'],
  ['a picture of data', '![a](data:image/png;base64,iVBORw0KGgo=)'],
  ['a picture from elsewhere', '![a](https://evil.example/pixel.png)'],
  ['a picture that is a script', '![a](javascript:alert(1))'],
  ['an unencrypted link', '[a](http://evil.example)'],
  ['a link without a scheme', '[a](//evil.example)'],
  ['a link by mail', '[a](mailto:a@example.com)'],
  ['a way up to our calls', '[a](/api/logout) ![b](/api/user)'],
  ['a reference', '[a][b]\n\n[b]: javascript:alert(1)'],
  ['a heading with HTML', '# <svg/onload=alert(1)>'],
  ['a fence with HTML', '```html"><script>alert(1)</script>\n<script>alert(2)</script>\n```'],
])('%s is not run', (_what, text) => {
  const markup = show(text);
  const tags = Array.from(markup.matchAll(/<([a-z0-9]+)/g), ([, tag]) => tag);
  const harmless = new Set(['div', 'p', 'br', 'h3', 'pre', 'code', 'span']);
  expect(tags.filter((tag) => !harmless.has(tag!))).toEqual([]);
  expect(markup).not.toMatch(/<[^>]+\s(?:href|src|on\w+|style)=/);
});

test.each(['text', 'remark'] as const)('a %s shows no pictures and keeps its line breaks', (kind) => {
  const markup = renderToStaticMarkup(
    createElement(Markdown, {
      kind,
      text: '첫 줄\n**둘째** 줄\n\n![그림](picture.png) <b>x</b> [a](https://a.example)',
    }),
  );
  expect(markup).toMatch(/<p>첫 줄<br\/>\n?<strong>둘째<\/strong> 줄<\/p>/);
  expect(markup).not.toMatch(/<img|<b>/);
  expect(markup).toContain(
    '<a href="https://a.example" target="_blank" rel="nofollow ugc noopener noreferrer"',
  );
});

test('a remark has inline marks only and no blocks', () => {
  const markup = renderToStaticMarkup(
    createElement(Markdown, {
      kind: 'remark',
      text: '# 제목\n- 목록\n> 인용 `코드` ~~지움~~ https://b.example\n\n| 가 |\n|---|\n\n    들여쓰기',
    }),
  );
  expect(markup).not.toMatch(/<(h\d|ul|li|blockquote|table|pre)/);
  expect(markup).toMatch(
    /# 제목<br\/>.*<code[^>]*>코드<\/code> <s>지움<\/s> <a href="https:\/\/b\.example"/s,
  );
});

test.each([
  ['100*50*20mm', '<p>100*50*20mm</p>'],
  ['M3*10 나사, M4*12 나사', '<p>M3*10 나사, M4*12 나사</p>'],
  ['*크기*: 100*50, a**b**c', '<p><em>크기</em>: 100*50, a**b**c</p>'],
  ['가로*세로*높이', '<p>가로*세로*높이</p>'],
  ['**M3**는 **굵게**, *기울여*도', '<p><strong>M3</strong>는 <strong>굵게</strong>, <em>기울여</em>도</p>'],
  ['これは**重要**です', '<p>これは<strong>重要</strong>です</p>'],
  ['2024. 5. 1. 업데이트\n2024. 6. 1. 수정', '<p>2024. 5. 1. 업데이트<br/>2024. 6. 1. 수정</p>'],
  ['5. 1. 업데이트', '<p>5. 1. 업데이트</p>'],
  ['1. 가\n\n2024. 5. 1. 수정', '<ol><li>가</li></ol><p>2024. 5. 1. 수정</p>'],
  ['1. 4mm 구멍\n2. 3D 출력', '<ol><li>4mm 구멍</li><li>3D 출력</li></ol>'],
])('typed measures stay as they are: %j', (text, expected) => {
  const markup = renderToStaticMarkup(createElement(Markdown, { kind: 'text', text }));
  expect(markup.replaceAll(/\n| class="[^"]*"/g, '')).toBe(`<div>${expected}</div>`);
});

const kinds = ['document', 'text', 'remark'] as const;
const bare = (kind: (typeof kinds)[number], text: string) =>
  renderToStaticMarkup(createElement(Markdown, { kind, text }))
    .replaceAll(/ (?:class|target|rel)="[^"]*"|<\/?(?:div|p)>|\n/g, '')
    .replaceAll(/<div[^>]*>/g, '');

describe.each(kinds)('in a %s', (kind) => {
  test.each([
    ['**공방(工房)**은', '<strong>공방(工房)</strong>은'],
    ['이건 **"따옴표"**라는', '이건 <strong>&quot;따옴표&quot;</strong>라는'],
    ['*이것*을', '<em>이것</em>을'],
    ['*(이것)*을', '<em>(이것)</em>을'],
    ['**「図面」**を', '<strong>「図面」</strong>を'],
    ['これは**「図面」**です', 'これは<strong>「図面」</strong>です'],
    ['**図面。**次は', '<strong>図面。</strong>次は'],
    ['太字**『図』**、', '太字<strong>『図』</strong>、'],
    ['~~취소~~함', '<s>취소</s>함'],
    ['~~(취소)~~함', '<s>(취소)</s>함'],
    ['**굵게**입니다', '<strong>굵게</strong>입니다'],
    ['**[링크](https://a.example)**를', '<strong><a href="https://a.example">링크</a></strong>를'],
    ['**`코드`**를', '<strong><code>코드</code></strong>를'],
    ['**100%**로', '<strong>100%</strong>로'],
  ])('%j is emphasis', (text, expected) => {
    expect(bare(kind, text)).toBe(expected);
  });

  test.each([
    ['https://example.com을', 'https://example.com', '을'],
    ['https://example.com/을', 'https://example.com/', '을'],
    ['https://example.com/경로에서', 'https://example.com/경로', '에서'],
    ['https://example.com/경로에서는', 'https://example.com/경로', '에서는'],
    ['https://example.com/a/b입니다', 'https://example.com/a/b', '입니다'],
    ['https://example.com/경로입니다.', 'https://example.com/경로', '입니다.'],
    ['https://example.com?a=1&b=값을 보세요', 'https://example.com?a=1&b=값', '을 보세요'],
    ['https://example.com/3D프린터를', 'https://example.com/3D프린터', '를'],
    ['https://example.com/작품을', 'https://example.com/작품', '을'],
    ['https://example.com/결과', 'https://example.com/결과', ''],
    ['https://example.com/마을', 'https://example.com/마을', ''],
    ['https://example.com/경로', 'https://example.com/경로', ''],
    ['https://ko.wikipedia.org/wiki/고양이', 'https://ko.wikipedia.org/wiki/고양이', ''],
    ['https://example.com:8080/a로', 'https://example.com:8080/a', '로'],
    ['https://example.com:8080을', 'https://example.com:8080', '을'],
    ['https://example.com、次', 'https://example.com', '、次'],
    ['https://example.com。次', 'https://example.com', '。次'],
    ['https://example.com/a。次', 'https://example.com/a', '。次'],
    ['https://example.com/a，b', 'https://example.com/a', '，b'],
    ['https://example.com/a（b）', 'https://example.com/a', '（b）'],
    ['https://example.com/a（b）を', 'https://example.com/a', '（b）を'],
    ['https://example.com/(a、b)', 'https://example.com/', '(a、b)'],
    ['https://example.com/a～b', 'https://example.com/a', '～b'],
    ['https://example.com/a｜b', 'https://example.com/a', '｜b'],
    ['https://example.com　次', 'https://example.com', '　次'],
    ['https://example.com/pathをご覧ください', 'https://example.com/path', 'をご覧ください'],
    ['https://example.com/図面を見て', 'https://example.com/図面', 'を見て'],
    ['https://example.com/図面です', 'https://example.com/図面', 'です'],
    ['https://example.comへ', 'https://example.com', 'へ'],
    ['https://example.com.다음', 'https://example.com', '.다음'],
    ['https://example.com.한국어로', 'https://example.com', '.한국어로'],
    ['https://1.2.3.4에서', 'https://1.2.3.4', '에서'],
    ['https://한국.kr', 'https://xn--3e0b707e.kr', ''],
    ['https://한국.kr을', 'https://xn--3e0b707e.kr', '을'],
    ['https://도메인.한국을', 'https://xn--hq1bm8jm9l.xn--3e0b707e', '을'],
    ['https://3d프린터.com은', 'https://xn--3d-vd0ji09e7he.com', '은'],
    ['https://例え.みんな', 'https://xn--r8jz45g.xn--q9jyb4c', ''],
    ['https://пример.рф', 'https://xn--e1afmkfd.xn--p1ai', ''],
    ['**https://example.com**을', 'https://example.com', '을'],
    ['**https://example.com/a**을', 'https://example.com/a', '을'],
    ['~~https://example.com/a~~는', 'https://example.com/a', '는'],
    ['(https://example.com)입니다', 'https://example.com', ')입니다'],
    ['(https://example.com/a)입니다', 'https://example.com/a', ')입니다'],
    ['「https://example.com/a」は', 'https://example.com/a', '」は'],
    ['こちらhttps://example.com/aです', 'https://example.com/a', 'です'],
    ['여기는https://example.com에', 'https://example.com', '에'],
  ])('%j leads to %j', (text, address, after) => {
    const markup = bare(kind, text);
    const [, href, rest] = /<a href="([^"]*)">[^<]*<\/a>(.*)$/.exec(markup) ?? [];
    expect(decodeURI(href?.replaceAll('&amp;', '&') ?? '')).toBe(address);
    expect(rest?.replaceAll(/<[^>]*>/g, '')).toBe(after);
    expect(rest).not.toMatch(/<a /);
  });

  test.each(['https://공방.테스트', 'https://한국', 'https://을'])('%j leads nowhere', (text) => {
    expect(bare(kind, text)).toBe(text);
  });

  test('a link with its own text is left as it was written', () => {
    expect(bare(kind, '[경로](https://example.com/경로에서)를')).toBe(
      `<a href="${encodeURI('https://example.com/경로에서')}">경로</a>를`,
    );
    expect(bare(kind, '<https://example.com/경로에서>를')).toContain(
      `<a href="${encodeURI('https://example.com/경로에서')}">`,
    );
  });
});

test('an address leads to its own domain, whatever is written after it', () => {
  const letter = fc.constantFrom(...'을를은는이가에서로の를はをが、。」）工房ー');
  fc.assert(
    fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 8 }), (after) => {
      for (const address of ['https://example.com', 'https://example.com/', 'https://example.com/a?b=c#d']) {
        const [, href = ''] = /href="([^"]*)"/.exec(bare('text', `${address}${after}`)) ?? [];
        expect(new URL(href).host).toBe('example.com');
      }
    }),
  );
});

test('a link goes out over https only and is marked nofollow', () => {
  expect(show('[a](https://example.com "t") https://example.org')).toMatch(
    /<a href="https:\/\/example\.com" target="_blank" rel="nofollow ugc noopener noreferrer"[^>]*>a<\/a> <a href="https:\/\/example\.org"/,
  );
});

test('a picture is one of the resource’s own files', () => {
  expect(show('![그림](picture.png)')).toContain(`<img src="${own}" alt="그림"`);
});

test('headings are nested below those of the page', () => {
  expect(show('# 하나\n\n## 둘\n\n###### 여섯')).toMatch(
    /<h3[^>]*>하나<\/h3>.*<h4[^>]*>둘<\/h4>.*<h6[^>]*>여섯<\/h6>/,
  );
});

test('tasks are shown with a checkbox', () => {
  expect(show('- [ ] 가\n- [x] 나\n- [a](b)')).toMatch(
    /<li[^>]*>☐ 가<\/li>\s*<li[^>]*>☑ 나<\/li>\s*<li>a<\/li>/,
  );
});

test('renders lists, tables, quotes and code', () => {
  const markup = show(
    '3. 가\n4. 나\n\n- 다\n\n> 라\n\n| 마 | 바 |\n|---|---|\n| 1 | 2 |\n\n```py\nprint(1)\n```\n\n~~사~~ **아** _자_ `차`',
  );
  expect(markup).toMatch(/<ol[^>]*start="3"[^>]*><li>가<\/li>/);
  expect(markup).toMatch(/<ul[^>]*><li>다<\/li><\/ul>/);
  expect(markup).toMatch(/<blockquote[^>]*><p>라<\/p><\/blockquote>/);
  expect(markup).toMatch(/<table.*<th[^>]*>마<\/th>.*<td[^>]*>1<\/td>/);
  expect(markup).toMatch(/<pre.*print\(1\)/);
  expect(markup).toMatch(/<s>사<\/s> <strong>아<\/strong> <em>자<\/em> <code[^>]*>차<\/code>/);
});

test.each(['\n', ' ', '\n ', 'https://a.가', 'https://a.b/가을', 'a.가나'])(
  'parses many unclosed %j in linear time',
  (part) => {
    const prose = (text: string) => renderToStaticMarkup(createElement(Prose, { text }));
    expect(slowdown(prose, part, 80_000)).toBeLessThan(6);
  },
);
