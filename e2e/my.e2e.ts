import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

let people = 0;

async function register(page: Page, baseURL: string | undefined, consents?: object): Promise<void> {
  people += 1;
  const response = await page.request.post('/api/register', {
    data: {
      fullName: '인증이',
      email: `my-${process.pid}-${Date.now()}-${people}@example.com`,
      password: '튼튼한 비밀번호 하나 둘',
      ...(consents && { consents }),
    },
    headers: { origin: baseURL ?? '' },
  });
  expect(response.status(), await response.text()).toBe(201);
}

const agreed = { terms: true, privacy: true, age14: true };

async function waitForCode(to: string): Promise<string> {
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'outbox', 'sms');
  let code = '';
  await expect
    .poll(
      async () => {
        const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d/.test(name)).toSorted();
        const messages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
        code =
          /\d{6}/.exec(messages.findLast((text) => text.includes(to))?.split('"text"')[1] ?? '')?.[0] ?? '';
        return code;
      },
      { timeout: 20_000 },
    )
    .not.toBe('');
  return code;
}

test('a phone is verified by a pasted code, and a bank account registered @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  await register(page, baseURL, agreed);
  // Opening its page marks a notification as read. Here nothing is marked, so that the button has something to do.
  const marking = '**/api/user/notifications/read';
  await page.route(marking, (route) => route.fulfill({ json: { unread: 1 } }));
  const end = String(Date.now()).slice(-8);
  // After verification people return to the page that required it, and never to another site.
  await goTo('/my/verification?next=//elsewhere.example/auctions/1&needs=phone');
  await expect(page.getByText('유료 서비스를 등록하려면')).toBeVisible();
  await goTo('/my/verification?next=/auctions/0f2c&needs=phone');
  await expect(page.getByText('휴대전화 인증만 마치면 돼요.')).toBeVisible();
  const back = page.getByRole('link', { name: '경매로 돌아가기' });
  await expect(back).toHaveCount(0);
  await page.getByLabel('휴대전화 번호').fill(`010-${end.slice(0, 4)}-${end.slice(4)}`);
  await page.getByRole('button', { name: '인증 코드 받기' }).click();
  const field = page.getByLabel('인증 코드', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  const code = await waitForCode(`+8210${end}`);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: '인증하기' }).click();
  await expect(page.getByText(`+82 •••• ${end.slice(4)}`)).toBeVisible();
  await expect(back).toHaveAttribute('href', '/auctions/0f2c');
  await goTo('/en/my/verification?next=/auctions/jobs/0f2c');
  await expect(page.getByText('you need both a verified phone and a bank account')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0);
  await goTo('/my/verification?next=/auctions/jobs/0f2c');

  await page.getByRole('button', { name: '계좌 등록' }).click();
  await expect(page.getByText('은행을 선택해 주세요.')).toBeVisible();
  await page.getByLabel('은행').selectOption('신한은행');
  await page.getByLabel('계좌번호').fill('110123456789');
  await page.getByLabel('예금주').fill('인증이');
  await page.getByRole('button', { name: '계좌 등록' }).click();
  await expect(page.getByText('신한은행 ····6789')).toBeVisible();
  await expect(page.getByRole('link', { name: '하던 일로 돌아가기' })).toHaveAttribute(
    'href',
    '/auctions/jobs/0f2c',
  );
  await expectAccessible();

  await page.unroute(marking);
  await goTo('/my/notifications');
  await expect(page.getByText('휴대전화를 인증했어요')).toBeVisible();
  await page.getByRole('button', { name: '모두 읽음으로 표시' }).click();
  await expect(page.getByText('읽지 않음')).toBeHidden();
  await expectAccessible();
});

test('a person without consent is asked, and agrees @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  await register(page, baseURL);
  await goTo('/my/privacy');
  await expect(page.getByRole('heading', { name: '약관에 동의해 주세요' })).toBeVisible();
  await expectAccessible();
  for (const consent of [/이용약관에 동의/, /개인정보 수집과 이용에 동의/, /만 14세 이상이에요/]) {
    await page.getByLabel(consent).check();
  }
  await page.getByRole('button', { name: '동의하고 계속하기' }).click();
  await expect(page.getByRole('heading', { name: '약관에 동의해 주세요' })).toBeHidden();
});

test('legal pages exist in three languages @night', async ({ goTo, page, expectAccessible }) => {
  await goTo('/jp/tokushoho');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('特定商取引法に基づく表記');
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: '特定商取引法に基づく表記' }),
  ).toBeVisible();
  await expectAccessible();
});
