import { expect, test } from './fixtures.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a link to the comments scrolls to them @night', async ({ page, goTo, request }) => {
  const [{ id }] = await (await request.get('/api/resources?limit=1')).json();
  await goTo(`/resources/${id}#comments`);
  await expect(page.getByRole('heading', { name: '댓글' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
});

test('a person likes a resource, comments on it and adds a make, with the keyboard', async ({
  page,
  goTo,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  await signIn();
  const made = await page.request.post('/api/resources', {
    data: { title: '함께 쓰는 자료', category: 'other', downloadUrl: 'https://example.com/a' },
    headers: { origin: baseURL ?? '' },
  });
  const { id } = await made.json();
  await goTo(`/resources/${id}`);

  const like = page.getByRole('button', { name: '좋아요' });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await like.focus();
  await page.keyboard.press('Enter');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toContainText('좋아요 1개');

  const comments = page.getByRole('region', { name: '댓글' });
  await comments.scrollIntoViewIfNeeded();
  await comments.getByLabel('댓글 쓰기').fill('어떤 재료가 좋아요?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const comment = comments.getByRole('article');
  await expect(comment).toContainText('어떤 재료가 좋아요?');
  await comment.getByRole('button', { name: '답글' }).press('Enter');
  await comments.getByLabel(/답글 쓰기/).fill('PETG요');
  await comments.getByRole('button', { name: '올리기' }).last().press('Enter');
  await expect(comments.getByRole('article')).toHaveCount(2);

  const makes = page.getByRole('region', { name: '제작 후기' });
  const open = makes.getByRole('button', { name: '제작 후기 쓰기' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: '제작 후기 쓰기' });
  await dialog.getByLabel('사진').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  await dialog.getByLabel('만든 기기').fill('Bambu Lab A1');
  await dialog.getByLabel('걸린 시간').fill('많이');
  await dialog.getByRole('button', { name: '저장' }).press('Enter');
  await expect(dialog.getByText('숫자로 적어 주세요.')).toBeVisible();
  await dialog.getByLabel('걸린 시간').fill('95');
  await expectAccessible();
  await dialog.getByRole('button', { name: '저장' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(makes.getByRole('article')).toContainText('Bambu Lab A1');
  await expect(makes).toContainText('성공률을 말하기엔 일러요');
  await expectAccessible();
});

test('a comment about a step of the guide is shown at the step, and marked among the others @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  await signIn();
  const made = await page.request.post('/api/resources', {
    data: {
      title: '단계가 있는 자료',
      category: 'hardware_design',
      downloadUrl: 'https://example.com/a',
      assemblyInstructions: [{ title: '밑판', text: '놓아요.' }, { text: '조여요.' }],
    },
    headers: { origin: baseURL ?? '' },
  });
  const { id } = await made.json();
  await goTo(`/resources/${id}#comments`);
  const comments = page.getByRole('region', { name: '댓글' });
  const step = comments.getByRole('combobox', { name: /몇 단계 이야기인가요/ });
  await expect(step.getByRole('option')).toHaveText(['자료 전체', '1단계 · 밑판', '2단계']);
  await comments.getByLabel('댓글 쓰기').fill('살살 조이세요.');
  await step.selectOption('2단계');
  await expectAccessible();
  await comments.getByRole('button', { name: '올리기' }).click();
  await expect(comments.getByRole('article')).toContainText('2단계에 달았어요');
  await expect(page.locator('#step-2').getByRole('article')).toContainText('살살 조이세요.');
  await expect(page.locator('#step-1').getByRole('article')).toHaveCount(0);
  // The next comment is about the whole resource again, and a reply belongs to its comment.
  await expect(step).toHaveValue('');
  await comments.getByRole('article').getByRole('button', { name: '답글' }).click();
  await expect(comments.getByRole('combobox')).toHaveCount(1);
  await comments.getByLabel('댓글 쓰기').fill('모두에게');
  await comments.getByRole('button', { name: '올리기' }).first().click();
  await expect(comments.getByRole('article').filter({ hasText: '모두에게' })).not.toContainText('달았어요');
});

test('a guest who likes something logs in first, and a collection is created on the way @night', async ({
  page,
  goTo,
  signIn,
}) => {
  const [resource] = await (await page.request.get('/api/resources?limit=1')).json();
  await goTo(`/resources/${resource.id}`);
  await page.getByRole('button', { name: '좋아요' }).click();
  await expect(page).toHaveURL(new RegExp(`/login\\?next=.*${resource.id}`));

  await signIn();
  await goTo(`/resources/${resource.id}`);
  const name = `모음 ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: '모음에 담기' }).click();
  const dialog = page.getByRole('dialog', { name: '모음에 담기' });
  await dialog.getByLabel('새 모음').fill(name);
  await dialog.getByRole('button', { name: '만들고 담기' }).click();
  await expect(dialog).toHaveCount(0);
  await goTo('/my/collections');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('list', { name: '담긴 자료' }).getByRole('listitem')).toHaveCount(1);
});
