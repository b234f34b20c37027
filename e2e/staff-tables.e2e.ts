import { readFileSync } from 'node:fs';
import { demoSignIns } from '../demo/users.ts';
import { expect, test } from './fixtures.ts';

const admin = ['admin@example.com', 'a sentence for the tests'] as const;
type Catalogue = { [key: string]: string | Catalogue };

function wordsOf(lang: string) {
  const words: Catalogue = JSON.parse(
    readFileSync(new URL(`../src/features/admin/locales/${lang}.json`, import.meta.url), 'utf8'),
  );
  return (key: string, values: Record<string, string | number> = {}): string => {
    let found: string | Catalogue | undefined = words;
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found !== 'string') throw new Error(`${key} is not in ${lang}.json`);
    return found.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
}

for (const [lang, prefix] of [
  ['ko', ''],
  ['en', '/en'],
  ['ja', '/jp'],
] as const) {
  test(`the table of people works with the keyboard in ${lang} @night`, async ({
    page,
    goTo,
    signIn,
    expectAccessible,
  }) => {
    const t = wordsOf(lang);
    await signIn(...admin);
    await goTo(`${prefix}/admin/users?sort=name`);
    const rows = page
      .getByRole('table', { name: t('admin.page.users') })
      .locator('tbody')
      .getByRole('row');
    await expect(rows.first()).toBeVisible();
    const buttonOf = (index: number) => rows.nth(index).getByRole('button');
    await buttonOf(0).focus();
    await page.keyboard.press('ArrowDown');
    await expect(buttonOf(1)).toBeFocused();
    await page.keyboard.press('x');
    const chosen = page.getByRole('region', { name: t('admin.table.chosen_region') });
    await expect(chosen).toContainText(t('admin.table.chosen', { count: 1 }));
    await page.keyboard.press('Shift+ArrowDown');
    await expect(chosen).toContainText(t('admin.table.chosen', { count: 2 }));
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(chosen).toBeHidden();

    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await expect(panel).toContainText(t('admin.csv.email'));
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(buttonOf(2)).toBeFocused();
    // The whole row can be clicked, not only the name.
    await rows.nth(1).getByRole('cell').last().click();
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();

    await page.keyboard.press('/');
    const search = page.getByLabel(t('admin.page.search_users'));
    await expect(search).toBeFocused();
    await search.fill('not sent');
    await page.keyboard.press('Escape');
    await expect(buttonOf(0)).toBeFocused();
    await expect(search, 'says what the list was searched for').toHaveValue('');
    await page.keyboard.press('/');
    await search.fill(demoSignIns[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=/);
    await expect(rows).toHaveCount(1);
    await expect(search, 'can be searched again at once').toBeFocused();
    const role = page.getByLabel(t('admin.page.role'));
    await role.focus();
    for (const value of ['staff', 'user']) {
      await page.keyboard.press('ArrowDown');
      await expect(page).toHaveURL(new RegExp(`role=${value}`));
      await expect(role).toBeFocused();
    }
    await role.selectOption('admin');
    await expect(page.getByText(t('admin.page.none'))).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: t('admin.table.clear') }).click();
    await expect(page).toHaveURL(new RegExp(`${prefix}/admin/users$`));
    await expect(search, 'says what the list was searched for').toHaveValue('');
    await page.getByRole('link', { name: t('admin.page.next') }).press('Enter');
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

test('resources are hidden together, with a reason, and shown again with one press @night', async ({
  page,
  baseURL,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const word = `표시${Date.now()}`;
  const ids: string[] = [];
  for (const title of [`${word} 하나`, `${word} 둘`]) {
    const made = await page.request.post('/api/resources', {
      data: { title, category: 'other' },
      headers: { origin: baseURL ?? '' },
    });
    expect(made.status(), await made.text()).toBe(201);
    ids.push((await made.json()).id);
  }
  await signIn(...admin);
  const statusOf = async (id: string) =>
    (await (await page.request.get(`/api/admin/resources?search=${id}`)).json())[0].state;
  await goTo(`/admin/resources?search=${word}`);
  await page.getByLabel('이 쪽 모두 고르기').check();
  await page.getByRole('region', { name: '고른 항목' }).getByRole('button', { name: '숨기기' }).click();
  const dialog = page.getByRole('dialog', { name: '자료 2건을 숨길까요?' });
  await dialog.getByRole('button', { name: '숨기기' }).click();
  await expect(dialog.getByLabel('이유')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('이유').fill('시험');
  await dialog.getByLabel('규칙').selectOption('스팸·광고');
  await dialog.getByRole('button', { name: '숨기기' }).click();
  const result = page.getByRole('region', { name: '처리 결과' });
  await expect(result).toContainText('자료 2건을 숨겼어요.');
  await expect(result).toBeFocused();
  await expectAccessible();
  expect(await Promise.all(ids.map(statusOf))).toEqual(['hidden', 'hidden']);
  await expect(page.getByRole('row').filter({ hasText: word }).getByText('숨김')).toHaveCount(2);
  await result.getByRole('button', { name: '되돌리기' }).click();
  await expect(result).toBeHidden();
  expect(await Promise.all(ids.map(statusOf))).toEqual(['published', 'published']);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV 다운로드' }).click();
  expect((await download).suggestedFilename()).toBe('gongbang-resources.csv');

  // Both decisions are in the public log, without their subjects.
  const log = await (await page.request.get('/api/moderation-log?kind=resource')).json();
  expect(
    log.items.filter(
      ({ rule, outcome }: { rule: string; outcome: string }) => rule === 'spam' && outcome === 'restored',
    ).length,
  ).toBeGreaterThanOrEqual(2);

  // A row has its own address, and going back closes it. Notices appear above it.
  await goTo(`/admin/resources?search=${word}`);
  const first = page.getByRole('button', { name: `${word} 하나` });
  await first.click();
  const panel = page.getByRole('dialog', { name: `${word} 하나` });
  await expect(panel).toBeVisible();
  const address = page.url();
  await panel.getByRole('button', { name: '숨기기' }).click();
  const asking = page.getByRole('dialog', { name: '숨기기' });
  await asking.getByLabel('이유').fill('누르다 만 말');
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await expect(panel, 'only what is on top is closed').toBeVisible();
  await expect(panel.getByRole('button', { name: '숨기기' })).toBeFocused();
  await panel.getByRole('button', { name: '숨기기' }).click();
  await asking.getByLabel('이유').fill('시험');
  await asking.getByRole('button', { name: '숨기기' }).click();
  await expect(panel.getByRole('status')).toContainText('했어요');
  await expect(panel.getByRole('button', { name: '숨기기' })).toBeHidden();
  expect(
    await page.evaluate(() => document.activeElement?.closest('dialog') !== null),
    'focus stays in it',
  ).toBe(true);
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/resources\?search=/);
  await goTo(address);
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: '닫기' }).click();
  await expect(panel).toBeHidden();

  await goTo(`/admin/audit?search=${ids[0]}`);
  const entries = page.getByRole('table', { name: '감사 기록' }).locator('tbody').getByRole('row');
  await expect(entries.filter({ hasText: '취소됨' })).toHaveCount(1);
  await entries.nth(1).getByRole('button').click();
  await expect(page.getByRole('dialog').getByText('앞선 작업을 되돌린 기록이에요.')).toBeVisible();
  await expectAccessible();
  // The edit page of another person's resource has a staff address.
  await goTo(`/admin/resources/edit/${ids[0]}`);
  await expect(page).toHaveURL(`/resources/manage/${ids[0]}`);
});

test('synonyms are added, removed and restored @night', async ({
  page,
  goTo,
  signIn,
  expectedConsoleErrors,
  expectAccessible,
}) => {
  await signIn(...admin);
  const word = `ab${Date.now()}`;
  await goTo('/admin/synonyms');
  await page.getByRole('button', { name: '묶음 더하기' }).first().click();
  const dialog = page.getByRole('dialog', { name: '묶음 더하기' });
  expectedConsoleErrors.push(/status of 400/);
  await dialog.getByLabel('낱말').fill(`${word}, ${'x'.repeat(500)}`);
  await dialog.getByRole('button', { name: '저장' }).click();
  await expect(dialog.getByLabel('낱말')).toHaveAccessibleDescription(/40자/);
  await dialog.getByLabel('낱말').fill(`${word}, ${word}x`);
  await dialog.getByRole('button', { name: '저장' }).click();
  await goTo(`/admin/synonyms?search=${word}`);
  await page.getByLabel('이 쪽 모두 고르기').check();
  await page.getByRole('region', { name: '고른 항목' }).getByRole('button', { name: '지우기' }).click();
  const reason = page.getByRole('dialog');
  await reason.getByLabel('이유').fill('잘못 더했어요.');
  await reason.getByRole('button', { name: '지우기' }).click();
  await expect(page.getByText('찾는 것이 없어요.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(page.getByRole('button', { name: `${word} · ${word}x` })).toBeVisible();
});

test('orders and payouts are filtered by address, opened in the panel, and exported @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn(...admin);
  await goTo('/admin/orders?state=open&sort=total');
  const main = page.getByRole('main');
  await expect(main.locator('[aria-busy]')).toHaveCount(0);
  await expect(main.getByLabel('상태')).toHaveValue('open');
  const rows = main.getByRole('table', { name: '주문' }).locator('tbody').getByRole('row');
  await rows.first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('주문 번호')).toBeVisible();
  await expect(panel.getByRole('link', { name: '주문 화면 열기' })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Escape');
  // Acts that move money are not available for several rows.
  await expect(main.getByRole('checkbox')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await main.getByRole('link', { name: 'CSV 다운로드' }).click();
  expect((await download).suggestedFilename()).toBe('gongbang-orders.csv');
  // On a phone, too, a number does not wrap, because people read it to each other.
  await page.setViewportSize({ width: 390, height: 844 });
  const number = await rows.first().getByText(/^GB-/).boundingBox();
  expect(number?.height).toBeLessThan(30);
  expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThan(390);
  for (const [path, heading] of [
    ['payouts', '지급'],
    ['disputes', '분쟁과 하자 신고'],
    ['auctions', '경매 관리'],
    ['bidders', '입찰 제한'],
    ['sanctions', '제한한 사람'],
    ['refunds', '환불'],
    ['sponsors', '후원자'],
    ['ads', '광고'],
    ['audit', '감사 기록'],
  ] as const) {
    await goTo(`/admin/${path}`);
    await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(main.locator('[aria-busy]')).toHaveCount(0);
    await expectAccessible();
  }
});

test('a lot is examined in the panel, and cancelled only with a public reason @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn(...admin);
  await goTo('/admin/auctions?state=live&sort=ending');
  const main = page.getByRole('main');
  const rows = main.getByRole('table', { name: '경매 관리' }).locator('tbody').getByRole('row');
  await rows.first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('판매자')).toBeVisible();
  await expect(panel.getByRole('link', { name: '경매 화면 열기' })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await rows.last().getByRole('checkbox').check();
  await page.getByRole('region', { name: '고른 항목' }).getByRole('button', { name: '경매 취소' }).click();
  const dialog = page.getByRole('dialog', { name: '경매 1건을 취소할까요?' });
  await expect(dialog).toContainText('되돌릴 수 없어요');
  await expectAccessible();
  await dialog.getByRole('button', { name: '경매 취소' }).click();
  await expect(dialog.getByLabel('이유')).toHaveAttribute('aria-invalid', 'true');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Escape');
  await main.getByRole('link', { name: 'CSV 다운로드' }).click();
  expect((await download).suggestedFilename()).toBe('gongbang-auctions.csv');
});

test('channels are archived together and restored with one press @night', async ({
  page,
  baseURL,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn(...admin);
  const slug = `room-${Date.now()}`;
  const made = await page.request.post('/api/channels', {
    data: { name: { ko: slug, en: slug, ja: slug }, slug, reason: '시험' },
    headers: { origin: baseURL ?? '' },
  });
  expect(made.status(), await made.text()).toBe(201);
  const stateOf = async () => (await (await page.request.get(`/api/channels/${slug}`)).json()).state;
  await goTo(`/admin/channels?search=${slug}`);
  await page.getByLabel('이 쪽 모두 고르기').check();
  await page.getByRole('region', { name: '고른 항목' }).getByRole('button', { name: '보관하기' }).click();
  const dialog = page.getByRole('dialog', { name: '채널 1개를 보관할까요?' });
  await dialog.getByLabel('이유').fill('조용해요.');
  await dialog.getByRole('button', { name: '보관하기' }).click();
  const result = page.getByRole('region', { name: '처리 결과' });
  await expect(result).toContainText('채널 1개를 보관했어요.');
  expect(await stateOf()).toBe('archived');
  await expectAccessible();
  await result.getByRole('button', { name: '되돌리기' }).click();
  await expect(result).toBeHidden();
  expect(await stateOf()).toBe('open');

  await page.getByRole('row').last().getByRole('button').click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('button', { name: '위로' })).toBeEnabled();
  await expectAccessible();
  await panel.getByRole('button', { name: '바꾸기' }).click();
  const form = page.getByRole('dialog', { name: slug }).last();
  await form.getByLabel('이름 (한국어)').fill(`${slug} 새 이름`);
  await form.getByLabel('이유').fill('더 알기 쉽게');
  await form.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: `${slug} 새 이름` })).toBeVisible();
});

test('mutes of several people are lifted, and that is undone @night', async ({
  page,
  baseURL,
  goTo,
  signIn,
}) => {
  await signIn(...admin);
  const headers = { origin: baseURL ?? '' };
  const [person] = await (await page.request.get('/api/admin/users?role=user&sort=oldest')).json();
  const muted = await page.request.post('/api/sanctions', {
    data: { username: person.username, kind: 'mute', minutes: 60, reason: '도배' },
    headers,
  });
  expect(muted.status(), await muted.text()).toBe(201);
  await goTo(`/admin/sanctions?search=${person.username}`);
  await page.getByLabel('이 쪽 모두 고르기').check();
  await page.getByRole('region', { name: '고른 항목' }).getByRole('button', { name: '풀기' }).click();
  const dialog = page.getByRole('dialog', { name: '1명의 제한을 풀까요?' });
  await dialog.getByLabel('이유').fill('사과했어요.');
  await dialog.getByRole('button', { name: '풀기' }).click();
  await expect(page.getByText('찾는 것이 없어요.')).toBeVisible();
  const result = page.getByRole('region', { name: '처리 결과' });
  await result.getByRole('button', { name: '되돌리기' }).click();
  await expect(page.getByRole('row').filter({ hasText: person.username })).toBeVisible();
  await page.request.delete(`/api/sanctions/${(await muted.json()).id}`, { data: { reason: '끝' }, headers });
});

test('the overview shows open tasks, figures and links to everything @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn(...admin);
  await goTo('/admin/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: '사람이 봐야 할 일' })).toBeVisible();
  await expect(main.getByText('새 회원').first()).toBeVisible();
  await expect(main.getByRole('link', { name: '검색 현황' })).toHaveCount(2);
  await main.getByText('표로 보기').first().click();
  await expect(main.getByRole('table', { name: '새 회원' })).toBeVisible();
  await expectAccessible();
  for (const [path, heading] of [
    ['services', '서비스 관리'],
    ['engineers', '엔지니어 관리'],
    ['jobs', '자동 작업'],
  ]) {
    await goTo(`/admin/${path}`);
    await expect(main.getByRole('heading', { level: 1, name: heading ?? '' })).toBeVisible();
    await expect(main.locator('[aria-busy]')).toHaveCount(0);
    await expectAccessible();
  }
});

test('a table that fails to load says so and can be retried @night', async ({
  page,
  goTo,
  signIn,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/500/);
  await signIn(...admin);
  await page.route('**/api/admin/services?**', (route) => route.fulfill({ status: 500, json: {} }));
  await goTo('/admin/services');
  const again = page.getByRole('button', { name: '다시 시도' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/admin/services?**');
  await again.click();
  await expect(page.getByRole('table', { name: '서비스 관리' })).toBeVisible();
});

test('staff act as a person: a banner says so, and links back @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn(...admin);
  await goTo(`/admin/users?search=${demoSignIns[0] ?? ''}`);
  await page.getByRole('row').last().getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: '이 회원으로 보기' }).click();
  const dialog = page.getByRole('dialog', { name: '이 회원으로 보기' });
  await dialog.getByLabel('이유').fill('올린 자료가 안 보인대요.');
  await dialog.getByRole('button', { name: '이 회원으로 보기' }).click();
  await expect(page).toHaveURL(/people/);
  const banner = page.getByRole('region', { name: '다른 회원으로 보는 중' });
  await expect(banner).toContainText('읽기만 할 수 있고');
  await expectAccessible();
  await goTo('/my/resources');
  await expect(banner).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: '내 자료' })).toBeVisible();
  await banner.getByRole('button', { name: '끝내기' }).click();
  await expect(page).toHaveURL(/admin\/users/);
  await expect(banner).toBeHidden();
  expect((await (await page.request.get('/api/user')).json()).isAdmin).toBe(true);
});
