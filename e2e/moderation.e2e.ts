import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const admin = ['admin@example.com', 'a sentence for the tests'] as const;
const password = 'correct horse battery';

/** A new person, who stays signed in if requested. */
async function register(request: APIRequestContext, baseURL: string | undefined, fullName: string) {
  const name = `m${randomUUID().slice(0, 8)}`;
  const answer = await request.post('/api/register', {
    data: {
      fullName,
      username: name,
      email: `${name}@example.com`,
      password,
      consents: { terms: true, privacy: true, age14: true },
    },
    headers: { origin: baseURL ?? '' },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return { id: String((await answer.json()).id), email: `${name}@example.com`, username: name };
}

/** A resource of a new person, with its author. */
async function publish(request: APIRequestContext, baseURL: string | undefined, title: string) {
  const author = await register(request, baseURL, '만든 사람');
  const made = await request.post('/api/resources', {
    data: { title, category: '3d_model', downloadUrl: 'https://example.com/a' },
    headers: { origin: baseURL ?? '' },
  });
  expect(made.status(), await made.text()).toBe(201);
  return { id: String((await made.json()).id), author };
}

test('a report is heard, decided, objected to and decided again, and the public log shows it @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
  expectAccessible,
  expectedConsoleErrors,
}) => {
  test.setTimeout(240_000);
  // The page of something hidden, and actions that are not possible yet.
  expectedConsoleErrors.push(/404/, /409/);
  const title = `신고할 모형 ${randomUUID().slice(0, 8)}`;
  const { id, author } = await publish(page.request, baseURL, title);

  // A person reports it by one of the rules for 3D models.
  const reporter = await register(page.request, baseURL, '신고한 사람');
  await goTo(`/resources/${id}`);
  await page.getByRole('button', { name: '신고' }).first().click();
  const dialog = page.getByRole('dialog', { name: '신고하기' });
  const rule = dialog.getByLabel('이유');
  await expect(rule.getByRole('option', { name: '무기 부품' })).toBeAttached();
  await expect(rule.getByRole('option', { name: '허락 없이 올린 게임' })).toHaveCount(0);
  await rule.selectOption({ label: '라이선스를 어긴 변형' });
  await expect(dialog).toContainText('원작자를 밝혀요');
  await expectAccessible();
  await dialog.getByLabel('자세한 내용').fill('원작이 변형을 막았어요');
  await dialog.getByRole('button', { name: '신고 보내기' }).click();
  await expect(page.getByText('신고를 받았어요')).toBeVisible();

  // A moderator cannot hide it yet, and asks its author.
  await signIn(...admin);
  await goTo(`/admin/reports?search=${id}`);
  const row = page.getByRole('table').getByRole('button', { name: /라이선스를 어긴 변형/ });
  await row.click();
  const panel = page.getByRole('dialog').first();
  await expect(panel).toContainText('원작이 변형을 막았어요');
  await expectAccessible();
  await panel.getByRole('button', { name: '숨기기', exact: true }).click();
  const decide = (name: string) => page.getByRole('dialog', { name, exact: true });
  await decide('숨기기').getByLabel('까닭').fill('급해 보여요');
  await decide('숨기기').getByRole('button', { name: '숨기기' }).click();
  await expect(decide('숨기기')).toContainText('먼저 올린 사람의 의견을 들어 주세요');
  await decide('숨기기').getByRole('button', { name: '닫기' }).click();
  await panel.getByRole('button', { name: '의견 듣기', exact: true }).click();
  await decide('의견 듣기').getByLabel('까닭').fill('원작의 라이선스를 확인해 주세요.');
  await expectAccessible();
  await decide('의견 듣기').getByRole('button', { name: '의견 듣기' }).click();
  await expect(panel).toContainText('답을 기다려요');

  // The author is asked, without the name of the reporter, and answers.
  await signIn(author.email, password);
  await goTo('/my/notifications');
  await page.getByRole('link', { name: /의견을 들려주세요/ }).click();
  await expect(page.getByText('원작의 라이선스를 확인해 주세요.')).toBeVisible();
  await expect(page.locator('main')).not.toContainText(reporter.username);
  await expectAccessible();
  await page.getByRole('button', { name: '답 보내기' }).click();
  await page.getByLabel('답', { exact: true }).fill('원작자에게 허락을 받았어요.');
  await page.getByRole('button', { name: '답 보내기' }).click();
  await expect(page.getByText('답을 읽고 있어요')).toBeVisible();

  // The moderator reads the answer and hides it all the same.
  await signIn(...admin);
  await goTo(`/admin/reports?search=${id}`);
  await row.click();
  await expect(panel).toContainText('원작자에게 허락을 받았어요.');
  await panel.getByRole('button', { name: '숨기기', exact: true }).click();
  await decide('숨기기').getByLabel('까닭').fill('허락한 글이 보이지 않아요.');
  await decide('숨기기').getByRole('button', { name: '숨기기' }).click();
  await expect(decide('숨기기')).toBeHidden();
  await expect(panel).toContainText('허락한 글이 보이지 않아요.');

  await signIn(reporter.email, password);
  expect((await page.goto(`/resources/${id}`))?.status()).toBe(404);
  await goTo('/my/notifications');
  await expect(page.getByText('신고한 내용을 숨겼어요').first()).toBeVisible();

  // The author objects.
  await signIn(author.email, password);
  await goTo('/my/moderation');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('허락한 글이 보이지 않아요.')).toBeVisible();
  await page.getByLabel('이의', { exact: true }).fill('허락받은 메일을 설명에 붙였어요.');
  await expectAccessible();
  await page.getByRole('button', { name: '이의 내기' }).click();
  await expect(page.getByText('이의를 보고 있어요')).toBeVisible();

  // Another admin decides about it; the first one cannot.
  const other = await register(page.request, baseURL, '다른 운영자');
  await signIn(...admin);
  const proof = await page.request.post('/api/user/proof', {
    data: { password: admin[1] },
    headers: { origin: baseURL ?? '' },
  });
  expect(proof.ok(), await proof.text()).toBe(true);
  const promoted = await page.request.patch(`/api/admin/users/${other.id}`, {
    data: { role: 'admin', reason: '이의를 정해요' },
    headers: { origin: baseURL ?? '' },
  });
  expect(promoted.ok(), await promoted.text()).toBe(true);
  await goTo(`/admin/reports?search=${id}`);
  await row.click();
  await expect(panel).toContainText('다른 운영자가 정해요');
  await expect(panel.getByRole('button', { name: '다시 보이기' })).toBeHidden();
  await signIn(other.email, password);
  await goTo(`/admin/reports?search=${id}`);
  await row.click();
  await panel.getByRole('button', { name: '다시 보이기' }).click();
  await decide('다시 보이기').getByLabel('까닭').fill('허락을 확인했어요.');
  await decide('다시 보이기').getByRole('button', { name: '다시 보이기' }).click();
  await expect(panel).toContainText('이의 인정');

  await signIn(reporter.email, password);
  await goTo(`/resources/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await goTo('/my/notifications');
  await expect(page.getByText('신고한 내용이 다시 보여요')).toBeVisible();

  // The public log shows the decision, but not the item or its author.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await goTo('/moderation-log?kind=resource');
  const entry = page.getByRole('table').getByRole('row').filter({ hasText: '라이선스를 어긴 변형' }).first();
  for (const word of ['자료 · 3D', '숨김을 거둠', '듣고 결정', '받아들임'])
    await expect(entry).toContainText(word);
  for (const secret of [title, author.username, reporter.username, '허락'])
    await expect(page.getByRole('table')).not.toContainText(secret);
  await expectAccessible();
});

test('many reports are dismissed at once with the keyboard, and that is undone @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
}) => {
  const mark = randomUUID().slice(0, 8);
  for (const name of ['하나', '둘']) {
    const { id } = await publish(page.request, baseURL, `${mark} ${name}`);
    await register(page.request, baseURL, '신고한 사람');
    const report = await page.request.post(`/api/resources/${id}/reports`, {
      data: { reason: 'spam' },
      headers: { origin: baseURL ?? '' },
    });
    expect(report.status()).toBe(201);
  }
  await signIn(...admin);
  await goTo(`/admin/reports?search=${mark}`);
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(2);
  await rows.nth(0).getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowDown');
  const chosen = page.getByRole('region', { name: '고른 항목' });
  await chosen.getByRole('button', { name: '기각' }).click();
  const dialog = page.getByRole('dialog', { name: '신고 2건을 기각할까요?' });
  await dialog.getByLabel('이유').fill('문제가 없어요');
  await dialog.getByRole('button', { name: '기각' }).click();
  await expect(page.getByText('신고 2건을 기각했어요.')).toBeVisible();
  for (const index of [0, 1]) await expect(rows.nth(index)).toContainText('기각');
  await page.getByRole('button', { name: '되돌리기' }).click();
  for (const index of [0, 1]) await expect(rows.nth(index)).toContainText('새 신고');
});

for (const [lang, prefix] of [
  ['ko', ''],
  ['en', '/en'],
  ['ja', '/jp'],
] as const) {
  const { moderation: t } = JSON.parse(
    readFileSync(new URL(`../src/features/moderation/locales/${lang}.json`, import.meta.url), 'utf8'),
  );
  test(`the log, the moderation desk and one's own decisions in ${lang}, 390 and 1440 px wide @night`, async ({
    page,
    goTo,
    signIn,
    expectAccessible,
  }) => {
    const fits = async () => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    };
    // Without scripts, as a search engine reads it.
    const written = await (await page.request.get(`${prefix}/moderation-log`)).text();
    expect(written).toContain(t.means.weapon_parts);
    await goTo(`${prefix}/moderation-log`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.log.title);
    await page.getByLabel(t.log.kind).selectOption('review');
    await page.getByRole('button', { name: t.log.show, exact: true }).click();
    await expect(page).toHaveURL(/kind=review/);
    await fits();
    await expectAccessible();
    // Narrow and dark, as on phones. Without motion, because colours in a transition have less contrast.
    await page.setViewportSize({ width: 390, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectAccessible();
    await page.emulateMedia({ colorScheme: 'light' });

    await signIn(...admin);
    await goTo(`${prefix}/admin/reports`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.page.title);
    await expect(page.getByText(t.desk.text)).toBeVisible();
    await fits();
    await goTo(`${prefix}/my/moderation`);
    await expect(page.getByText(t.own.empty)).toBeVisible();
    await fits();
    await expectAccessible();
  });
}

test('the terms and the page about us link to the rules @night', async ({ page, goTo }) => {
  for (const path of ['/terms', '/about']) {
    await goTo(path);
    await page.getByRole('link', { name: '규칙과 신고 처리 기록' }).click();
    await expect(page.getByRole('heading', { name: '공방의 규칙' })).toBeVisible();
  }
});
