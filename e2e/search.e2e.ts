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

test('from home a service by its name is one tap away, on a phone as well, and by the keyboard', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo('/');
  const field = page.getByRole('banner').getByRole('combobox', { name: '자료 검색' });
  // The first tap; typing is none.
  await field.click();
  await field.pressSequentially('성수 레이어', { delay: 30 });
  const list = page.getByRole('listbox', { name: '추천 검색어' });
  const services = list.getByRole('group', { name: '서비스' });
  const option = services.getByRole('option', { name: /성수 레이어 3D 프린팅/ });
  await expect(option).toBeInViewport();
  await expectAccessible();
  // The second one.
  await option.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('성수 레이어 3D 프린팅');

  await goTo('/');
  await field.click();
  await field.pressSequentially('성수 레이어', { delay: 30 });
  await expect(option).toBeVisible();
  const shown = await list.getByRole('option').allTextContents();
  const at = shown.findIndex((text) => text.startsWith('성수 레이어 3D 프린팅'));
  for (let step = 0; step <= at; step++) await field.press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toContainText('성수 레이어 3D 프린팅');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/services\/[0-9a-f-]{36}$/);
});

test('results of other kinds are tabs with counts, and a list without any says where there are some', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await goTo('/resources?search=성수동');
  const main = page.getByRole('main');
  await expect(main).toContainText('여기에는 없지만, 다른 곳에서 찾았어요.');
  await expectAccessible();
  const tabs = main.getByRole('navigation', { name: '검색 결과 종류' });
  await expect(tabs.getByRole('link')).toHaveText([/^자료0$/, /^서비스\d/, /^사람\d/, /^질문\d/, /^경매\d/]);
  await main.getByRole('link', { name: /^서비스 \d+개$/ }).click();
  await expect(page).toHaveURL(/\/services\?search=/);
  await expect(tabs.getByRole('link', { name: /^서비스/ })).toHaveAttribute('aria-current', 'page');
  await expect(main.getByRole('article').first()).toBeVisible();
  await tabs.getByRole('link', { name: /^사람/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('‘성수동’ 검색 결과');
  await expectAccessible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('people and questions are found, and tabs lead to other kinds', async ({ page }) => {
    await page.goto('/find/people?search=성수');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /@seongsu_layer/ })).toBeVisible();
    await main.getByRole('searchbox').fill('레이어');
    await main.getByRole('button', { name: '검색' }).click();
    await expect(page).toHaveURL(/\/find\/people\?search=/);
    await main
      .getByRole('navigation', { name: '검색 결과 종류' })
      .getByRole('link', { name: /^서비스/ })
      .click();
    await expect(main.getByRole('article').first()).toBeVisible();
  });
});

test('a guest saves a search after the login; it is listed, renamed and removed', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await goTo('/services?search=원목');
  const save = page.getByRole('main').getByRole('link', { name: '이 검색 저장' });
  const address = new URL((await save.getAttribute('href')) ?? '', page.url()).searchParams.get('next') ?? '';
  expect(address).toMatch(/^\/my\/searches\?/);
  await signIn();
  await goTo(address);
  const main = page.getByRole('main');
  await expect(page.getByText('검색을 저장했어요.').first()).toBeVisible();
  await expect(main.getByRole('link', { name: '원목' })).toHaveAttribute('href', /\/services\?search=/);
  await expect(page).toHaveURL(/\/my\/searches$/);
  await expectAccessible();
  await main.getByRole('button', { name: '이름 바꾸기' }).click();
  await main.getByRole('textbox', { name: '이름' }).fill('거실 책상');
  await main.getByRole('button', { name: '저장', exact: true }).click();
  await expect(main.getByRole('link', { name: '거실 책상' })).toBeVisible();
  await main.getByRole('button', { name: '‘거실 책상’ 지우기' }).click();
  await expect(main).toContainText('아직 저장한 검색이 없어요.');
});
