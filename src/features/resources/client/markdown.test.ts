import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
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

test.each(['\n', ' ', '\n '])('parses many unclosed %j in linear time', (part) => {
  const prose = (text: string) => renderToStaticMarkup(createElement(Prose, { text }));
  expect(slowdown(prose, part, 80_000)).toBeLessThan(6);
});
