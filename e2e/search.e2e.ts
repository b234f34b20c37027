import { expect, test } from './fixtures.ts';

test('suggestions follow the input, and can be chosen with the keyboard', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await goTo('/resources');
  const field = page.getByRole('main').getByRole('combobox', { name: '이 목록에서 검색' });
  await field.click();
  await field.pressSequentially('ㄷㄹ', { delay: 50 });
  const list = page.getByRole('listbox', { name: '추천 검색어' });
  await expect(list.getByRole('option').first()).toHaveText('드론');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible();
  await field.press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toHaveText('드론');
  await field.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toHaveValue('ㄷㄹ');
  await field.press('ArrowDown');
  await expect(list).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page).toHaveURL(/search=%EB%93%9C%EB%A1%A0/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('‘드론’ 검색 결과');
});

test('a search in the wrong keyboard layout says what it was read as, and can be repeated as typed @night', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await goTo('/resources?search=emfhs');
  const main = page.getByRole('main');
  await expect(main).toContainText('‘emfhs’ → ‘드론’ 결과예요.');
  await expect(main.getByRole('article').first()).toContainText('드론');
  await expect(main).toContainText(/\d개 · [\d.]+초/);
  await expectAccessible();
  await main.getByRole('link', { name: '입력한 그대로만 보기' }).click();
  await expect(main).toContainText('‘emfhs’에 맞는 자료가 없어요.');
  await main.getByRole('link', { name: '입력한 그대로 조건 빼기' }).click();
  await expect(main.getByRole('article').first()).toContainText('드론');
});

test('a list is filtered by licence, kind of file and tag, step by step and back @night', async ({
  page,
  goTo,
}) => {
  await goTo('/resources/type/3d_model?search=기어');
  const main = page.getByRole('main');
  await main.getByRole('combobox', { name: '파일 형식' }).selectOption('stl');
  await expect(page).toHaveURL(/fileType=stl/);
  await expect(main.getByRole('link', { name: 'STL 조건 빼기' })).toBeVisible();
  await main.getByRole('navigation', { name: '태그로 골라 보기' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/tag=/);
  await expect(page).toHaveURL(/fileType=stl/);
  await main.getByRole('link', { name: 'STL 조건 빼기' }).click();
  await expect(page).not.toHaveURL(/fileType/);
  await expect(page).toHaveURL(/tag=/);
  await expect(page).toHaveURL(/search=/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a form filters the list', async ({ page }) => {
    await page.goto('/resources?search=기어&sort=downloads');
    const main = page.getByRole('main');
    await main.getByRole('combobox', { name: '라이선스' }).selectOption('MIT');
    await main.getByRole('button', { name: '적용' }).click();
    await expect(page).toHaveURL(/license=MIT/);
    await expect(page).toHaveURL(/sort=downloads/);
    await expect(main.getByRole('article').first()).toBeVisible();
  });
});
