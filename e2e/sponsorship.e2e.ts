import { expect, test } from './fixtures.ts';
import { signUp } from './ordering.ts';

test.describe('sponsoring', () => {
  test('once: chosen, paid in the sandbox, thanked for, on the wall, with a receipt, in three languages @night', async ({
    page,
    baseURL,
    goTo,
    expectAccessible,
  }) => {
    const name = `후원자 ${crypto.randomUUID().slice(0, 6)}`;
    await signUp(page.request, baseURL, name);
    await goTo('/sponsor');
    await expect(page.getByRole('heading', { level: 1, name: '후원' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('radio', { name: /모터/ }).check();
    await page.getByLabel('한마디').fill('계속 만들어 주세요');
    await page.getByRole('button', { name: '확인하고 결제하기' }).click();
    await expect(page.getByText('확인해 주세요.')).toBeVisible();
    await page.getByRole('checkbox', { name: '금액과 철회 조건을 확인했어요.' }).check();
    await page.getByRole('button', { name: '확인하고 결제하기' }).click();
    await expect(page).toHaveURL(/\/payment\/sponsor\//);
    await expectAccessible();
    await page.getByRole('button', { name: '₩30,000 결제하기' }).click();
    await expect(page).toHaveURL(/\/payment\/sandbox\//);
    await page.getByRole('button', { name: '승인', exact: true }).click();
    await expect(page).toHaveURL(/\/payment\/success/);
    await expect(page.getByText('₩30,000 후원을 잘 받았어요.')).toBeVisible();
    await page.getByRole('link', { name: '내 후원 보기' }).click();
    await page.getByRole('link', { name: '관리하기' }).click();
    await expect(page.getByText(/까지 철회할 수 있어요/)).toBeVisible();
    await expectAccessible();
    for (const [path, heading] of [
      ['/sponsor', '후원자의 벽'],
      ['/en/sponsor', 'Wall of sponsors'],
      ['/jp/sponsor', '支援者の壁'],
    ] as const) {
      await page.context().clearCookies({ name: 'gongbang_language' });
      await goTo(path);
      const wall = page.getByRole('region', { name: heading });
      await expect(wall.getByText(name)).toBeVisible();
      await expect(wall.getByText('계속 만들어 주세요')).toBeVisible();
      await expectAccessible();
    }
  });

  test('an unpaid sponsorship can be paid from the list and has no receipt; a paid one offers a banner @night', async ({
    page,
    baseURL,
    goTo,
    signIn,
    expectAccessible,
  }) => {
    const name = `큰 후원자 ${crypto.randomUUID().slice(0, 6)}`;
    await signUp(page.request, baseURL, name);
    await goTo('/sponsor');
    await page.getByRole('radio', { name: /작업대/ }).check();
    await page.getByRole('checkbox', { name: '금액과 철회 조건을 확인했어요.' }).check();
    await page.getByRole('button', { name: '확인하고 결제하기' }).click();
    await expect(page).toHaveURL(/\/payment\/sponsor\//);
    await goTo('/my/sponsorships');
    const pay = page.getByRole('main').getByRole('link', { name: '결제하기' });
    await expect(pay).toBeVisible();
    await expect(page.getByRole('link', { name: '영수증 보기' })).toBeHidden();
    await expectAccessible();
    await page.getByRole('link', { name: '자세히 보기' }).click();
    await expect(page.getByText('결제 내역')).toBeVisible();
    await expect(page.getByRole('button', { name: '인쇄하기' })).toBeHidden();
    await expect(page.getByText('₩0')).toBeHidden();
    await page.goBack();
    await pay.click();
    await page.getByRole('button', { name: /결제하기/ }).click();
    await page.getByRole('button', { name: '승인', exact: true }).click();
    await page.getByRole('link', { name: '배너 맡기기' }).click();
    await expect(page.getByRole('region', { name: '후원 배너' })).toBeVisible();
    await goTo('/my/sponsorships');
    await expect(page.getByRole('main').getByRole('link', { name: '후원 배너' })).toBeVisible();
    await page.context().clearCookies();
    await signIn('admin@example.com', 'a sentence for the tests');
    await goTo(`/admin/sponsors?search=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: new RegExp(name) }).click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByText('결제함')).toBeVisible();
    await expect(panel.getByText('고마워요')).toBeHidden();
  });

  test('is withdrawn within seven days with one press @night', async ({ page, baseURL, goTo }) => {
    await signUp(page.request, baseURL, '마음이 바뀐 사람');
    await goTo('/sponsor');
    await page.getByRole('radio', { name: '매달' }).check();
    await page.getByRole('radio', { name: '다른 금액' }).check();
    await page.getByLabel('금액(원)').fill('12');
    await page.getByRole('checkbox', { name: '금액과 철회 조건을 확인했어요.' }).check();
    await page.getByRole('button', { name: '확인하고 결제하기' }).click();
    await expect(page.getByText(/까지 적어 주세요/)).toBeVisible();
    await page.getByLabel('금액(원)').fill('12,345');
    await page.getByRole('button', { name: '확인하고 결제하기' }).click();
    await page.getByRole('button', { name: '₩12,345 결제하기' }).click();
    await page.getByRole('button', { name: '승인', exact: true }).click();
    await page.getByRole('link', { name: '내 후원 보기' }).click();
    await page.getByRole('link', { name: '관리하기' }).click();
    await page.getByRole('button', { name: '철회하고 돌려받기' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '철회하고 돌려받기' }).click();
    await expect(page.getByText('철회함')).toBeVisible();
    await expect(page.getByRole('button', { name: '정기 후원 그만하기' })).toBeHidden();
  });

  test('can be closed by admins, who see all sponsorships and record spending @night', async ({
    page,
    goTo,
    signIn,
    expectAccessible,
  }) => {
    await signIn('admin@example.com', 'a sentence for the tests');
    await goTo('/admin/sponsors');
    await expect(page.getByRole('heading', { level: 1, name: '후원자' })).toBeVisible();
    await page.getByRole('button', { name: '쓴 돈 적기' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('금액(원)').fill('55,000');
    await dialog.getByLabel('쓴 곳(한국어)').fill('서버 빌리기');
    await dialog.getByLabel('쓴 곳(영어)').fill('Renting servers');
    await dialog.getByLabel('쓴 곳(일본어)').fill('サーバーのレンタル');
    await dialog.getByLabel('이유').fill('시험');
    await dialog.getByRole('button', { name: '쓴 돈 적기' }).click();
    await expect(page.getByText(/서버 빌리기/)).toBeVisible();
    await expectAccessible();
    await goTo('/sponsor');
    await expect(page.getByRole('region', { name: '받은 돈과 쓴 돈' }).first()).toContainText('서버 빌리기');
    await goTo('/admin/settings');
    await expectAccessible();
    const set = async (value: string) => {
      await page.getByRole('button', { name: '바꾸기: 새 후원 받기' }).click();
      await page.getByRole('dialog').getByLabel('새 후원 받기').selectOption(value);
      await page.getByRole('dialog').getByLabel('이유').fill('시험');
      await page.getByRole('dialog').getByRole('button', { name: '바꾸기' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    };
    await set('closed');
    await goTo('/sponsor');
    await expect(page.getByText('지금은 새 후원을 받지 않아요.')).toBeVisible();
    await goTo('/admin/settings');
    await set('open');
  });
});
