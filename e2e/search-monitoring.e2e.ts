import { expect, test } from './fixtures.ts';

test.describe('search statistics', () => {
  test('count everybody’s searches, in three tabs with addresses @night', async ({
    page,
    goTo,
    expectAccessible,
  }) => {
    for (let times = 0; times < 3; times += 1)
      expect((await page.request.get('/api/resources?search=드론')).status()).toBe(200);
    await goTo('/search');
    await expect(page.getByRole('heading', { level: 1, name: '검색 현황' })).toBeVisible();
    await expect(page.getByText('캐시 적중률')).toBeVisible();
    await expect(page.getByText('한국어 · English · 日本語')).toBeVisible();
    await expect(page.getByText('마지막 업데이트')).toBeVisible();
    await expectAccessible();
    const tabs = page.getByRole('navigation', { name: '검색 현황' });
    await tabs.getByRole('link', { name: '성능 통계' }).click();
    await expect(page.getByText('응답 시간 범위').first()).toBeVisible();
    await page.getByText('표로 보기').click();
    await expect(page.getByRole('table', { name: '날마다 평균 응답 시간' })).toBeVisible();
    await expectAccessible();
    await tabs.getByRole('link', { name: '인기 검색어' }).click();
    await expect(page).toHaveURL(/tab=popular/);
    await expect(page.getByRole('listitem').filter({ hasText: '드론' }).first()).toBeVisible();
    await expectAccessible();
    await expect(page.getByRole('heading', { name: '결과가 없던 검색어' })).toBeHidden();
  });

  test('staff turn a search without results into a synonym, or dismiss it, with one press @night', async ({
    page,
    goTo,
    signIn,
    expectedConsoleErrors,
    expectAccessible,
  }) => {
    const word = 'kwadokopta';
    expect((await page.request.get(`/api/resources?search=${word}`)).status()).toBe(200);
    await signIn('admin@example.com', 'a sentence for the tests');
    await goTo('/search?tab=popular');
    const row = page
      .getByRole('region', { name: '결과가 없던 검색어' })
      .getByRole('listitem')
      .filter({ hasText: word });
    const meant = row.getByLabel(`‘${word}’ 대신 찾을 말`);
    expectedConsoleErrors.push(/status of 400/);
    await row.getByRole('button', { name: '묶기' }).click();
    await expect(meant).toHaveAccessibleDescription('꼭 입력해 주세요.');
    await meant.fill(word);
    await row.getByRole('button', { name: '묶기' }).click();
    await expect(meant).toHaveAccessibleDescription('서로 다른 낱말을 적어 주세요.');
    await meant.fill('드론');
    await row.getByRole('button', { name: '묶기' }).click();
    await expect(row.getByRole('status')).toHaveText(/이제 ‘드론’ 결과도 나와요/);
    await expectAccessible();
    const found = async () => {
      const answer = await page.request.get(`/api/resources?search=${word}`);
      return ((await answer.json()) as unknown[]).length;
    };
    expect(await found()).toBeGreaterThan(0);
    // Handled: it is not listed again.
    const { zeroResults } = await (await page.request.get('/api/search/stats')).json();
    expect(JSON.stringify(zeroResults)).not.toContain(word);
    await row.getByRole('button', { name: '되돌리기' }).click();
    await expect.poll(found).toBe(0);
  });

  test('a server error is reported, and sample data is labelled as such @night', async ({
    page,
    goTo,
    expectedConsoleErrors,
    expectAccessible,
  }) => {
    expectedConsoleErrors.push(/500/);
    await goTo('/search-demo');
    await expect(page.getByRole('note')).toContainText('지어낸 견본 숫자예요');
    await expectAccessible();
    await page.route('**/api/search/stats**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('link', { name: '실제 검색 현황 보기' }).click();
    await expect(page.getByRole('button', { name: '다시 시도' })).toBeVisible();
    await page.unroute('**/api/search/stats**');
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByText('캐시 적중률').or(page.getByText('아직 검색 기록이 없어요'))).toBeVisible();
  });
});
