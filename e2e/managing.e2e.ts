import type { APIRequestContext } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from './fixtures.ts';

/** Creates a resource of the signed-in person; returns its id. */
async function publish(request: APIRequestContext, origin: string, fields: object): Promise<string> {
  const answer = await request.post('/api/resources', {
    data: {
      title: '선반 받침',
      category: '3d_model',
      downloadUrl: 'https://example.com/shelf',
      license: 'CC-BY-SA-4.0',
      ...fields,
    },
    headers: { origin },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Distinguishes this test's resources from those of concurrent tests. */
const unique = () => Math.random().toString(36).slice(2, 8);

test('a new resource is saved as a draft while typing, survives a reload and is published at its time @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const title = `벽걸이 공구함 ${unique()}`;
  await goTo('/resources/create');
  await page.getByLabel('제목').fill(title);
  await page.getByLabel('분류', { exact: true }).selectOption('3d_model');
  await page.getByLabel('설명').fill('나사 없이 걸어요.');
  await expect(page.getByText('초안을 저장했어요')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/draft=/);
  await page.reload();
  await expect(page.getByLabel('제목')).toHaveValue(title);
  await expect(page.getByLabel('설명')).toHaveValue('나사 없이 걸어요.');
  // It is still new: there is no version to change yet.
  await expect(page.getByLabel('파일', { exact: true })).toBeAttached();
  await expect(page.getByLabel(/^바뀐 점/)).toHaveCount(0);

  await page.getByRole('button', { name: '질문으로 고르기' }).click();
  const questions = page.getByRole('dialog', { name: '질문으로 고르기' });
  await questions.getByRole('group', { name: '돈을 버는 데 써도 될까요?' }).getByLabel('아니요').check();
  await questions
    .getByRole('group', { name: '고쳐서 나눠도 될까요?' })
    .getByLabel('같은 라이선스로만')
    .check();
  await expectAccessible();
  await questions.getByRole('button', { name: '이 라이선스로 정하기' }).click();
  await expect(page.getByLabel('라이선스', { exact: true })).toHaveValue('CC-BY-NC-SA-4.0');

  await page.getByLabel(/^외부 링크/).fill('https://example.com/box');
  await page.getByLabel('정한 시각에 공개하기').check();
  await page.getByRole('button', { name: '예약하기' }).click();
  await expect(page.getByText('공개할 시각을 골라 주세요.')).toBeVisible();
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);
  await page.getByLabel('공개할 시각').fill(`${tomorrow}T09:30`);
  await Promise.all([
    page.waitForURL(/\/resources\/[0-9a-f-]{36}$/),
    page.getByRole('button', { name: '예약하기' }).click(),
  ]);
  await goTo('/my/resources');
  await page.getByLabel('상태').selectOption('scheduled');
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('9:30');
  await expect(row).toHaveCount(1);
});

test('many resources of one’s own are changed together, with the keyboard @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
}) => {
  await signIn();
  const mark = unique();
  const ids = [];
  for (const number of [1, 2]) {
    ids.push(await publish(page.request, baseURL ?? '', { title: `선반 받침 ${mark} ${number}` }));
  }
  await goTo('/my/resources');
  await page.getByLabel('제목으로 찾기').fill(mark);
  await expect(page.getByRole('listitem').filter({ hasText: mark })).toHaveCount(2);
  await page.getByLabel('모두 고르기').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('2개 골랐어요')).toBeVisible();
  await page.getByRole('button', { name: '한꺼번에 바꾸기' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '자료 2개 바꾸기' });
  await dialog.getByLabel('라이선스').selectOption('MIT');
  await dialog.getByLabel('더할 태그').fill('선반, 벽');
  await Promise.all([
    expect(page.getByRole('status').filter({ hasText: '2개를 바꿨어요.' })).toBeVisible(),
    dialog.getByRole('button', { name: '저장' }).click(),
  ]);
  for (const id of ids) {
    const changed = await (await page.request.get(`/api/resources/${id}`)).json();
    expect(changed).toMatchObject({ license: 'MIT', tags: ['선반', '벽'] });
  }
});

test('a remix names its original, shows a warning about its licence, and appears in the tree @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
}) => {
  await signIn();
  const mark = unique();
  const original = await publish(page.request, baseURL ?? '', { title: `원작 ${mark}` });
  await goTo(`/resources/${original}`);
  await page.getByRole('link', { name: '리믹스 올리기' }).click();
  await expect(page.getByText(`원작: 원작 ${mark}`)).toBeVisible();
  await expect(page.getByText('같은 라이선스로 나누라고')).toBeVisible();
  await page.getByLabel('라이선스', { exact: true }).selectOption('CC-BY-SA-4.0');
  await expect(page.getByText('같은 라이선스로 나누라고')).toBeHidden();
  await page.getByLabel('제목').fill(`리믹스 ${mark}`);
  await page.getByLabel('분류', { exact: true }).selectOption('3d_model');
  await page.getByLabel(/^외부 링크/).fill('https://example.com/remix');
  await Promise.all([
    page.waitForURL(/\/resources\/[0-9a-f-]{36}$/),
    page.getByRole('main').getByRole('button', { name: '공개하기' }).click(),
  ]);
  await expect(page.getByRole('link', { name: `원작 ${mark}` })).toBeVisible();
  await goTo(`/resources/${original}`);
  await expect(page.getByRole('link', { name: `리믹스 ${mark}` })).toBeVisible();
});

test('is shared by link, code and card, and its owner sees the referrers @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  await signIn();
  const id = await publish(page.request, baseURL ?? '', { title: `공유 ${unique()}` });
  await goTo(`/resources/${id}`);
  await page.getByRole('button', { name: '공유', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '공유' });
  await expect(dialog.getByLabel('주소')).toHaveValue(`${baseURL}/resources/${id}`);
  await expect(dialog.getByRole('img', { name: /QR 코드/ })).toBeVisible();
  await expect(dialog.getByLabel('다른 사이트에 넣기')).toHaveValue(new RegExp(`/embed/resources/${id}`));
  await expectAccessible();
  await page.goto(`/embed/resources/${id}`);
  await expect(page.getByRole('link', { name: /공방에서 보기/ })).toHaveAttribute(
    'href',
    `${baseURL}/resources/${id}`,
  );
  await goTo(`/my/resources?statistics=${id}`);
  await expect(page.getByText('이 기간에는 아직 찾아온 사람이 없어요.')).toBeVisible();
  await expectAccessible();
});

test('an empty resource shows an error at its files when published, and may be a draft @night', async ({
  page,
  goTo,
  signIn,
}) => {
  await signIn();
  await goTo('/resources/create');
  await page.getByLabel('제목').fill(`빈 자료 ${unique()}`);
  await page.getByLabel('분류', { exact: true }).selectOption('other');
  await page.getByRole('main').getByRole('button', { name: '공개하기' }).click();
  await expect(page.getByText('공개하려면 파일')).toBeVisible();
  await Promise.all([
    page.waitForURL(/\/resources\/[0-9a-f-]{36}$/),
    page.getByRole('button', { name: '초안으로 저장' }).click(),
  ]);
});

test('an archive of a repository becomes a draft for review @night', async ({ page, goTo, signIn }) => {
  await signIn();
  const mark = unique();
  const archive = zipSync({
    'arm-main/README.md': strToU8(`# 로봇 팔 ${mark}\n\n집게까지 출력해요.\n`),
    'arm-main/LICENSE': strToU8('MIT License\n\nPermission is hereby granted, free of charge'),
    'arm-main/notes.txt': strToU8('남은 일'),
  });
  await goTo('/resources/create');
  await page.getByRole('link', { name: '압축 파일이나 Git 저장소에서 가져오기' }).click();
  await page
    .getByLabel('압축 파일', { exact: true })
    .setInputFiles({ name: 'arm-main.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
  await expect(page.getByRole('listitem').filter({ hasText: 'arm-main.zip' })).toContainText('다 올렸어요');
  await Promise.all([
    page.waitForURL(/\/resources\/manage\//),
    page.getByRole('button', { name: '초안 만들기' }).click(),
  ]);
  await expect(page.getByLabel('제목')).toHaveValue(`로봇 팔 ${mark}`);
  await expect(page.getByLabel('라이선스', { exact: true })).toHaveValue('MIT');
});
