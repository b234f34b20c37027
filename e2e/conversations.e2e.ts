import { demoPassword, demoSignIns } from '../demo/users.ts';
import { expect, test } from './fixtures.ts';
import { signUp } from './ordering.ts';

test.use({ expectedConsoleErrors: [/ERR_FAILED/] });

test('a person asks about a service, its provider answers, and both see it @night', async ({
  page,
  goTo,
  signIn,
  request,
  baseURL,
  expectAccessible,
}) => {
  const headers = { origin: baseURL ?? '' };
  // A provider and a customer for this test alone, because other tests use the services of the demo.
  await signIn(demoSignIns[0]);
  const title = `기구 상담 ${crypto.randomUUID().slice(0, 8)}`;
  const made = await page.request.post('/api/services', {
    headers,
    data: {
      title,
      serviceType: 'engineer',
      isFreeService: true,
      locations: [{ address: '서울 성동구', lat: 37.55, long: 127.05 }],
    },
  });
  const { id: service } = await made.json();
  await page.context().clearCookies();

  // A guest logs in and returns to the question.
  const customer = `asks-${crypto.randomUUID().slice(0, 8)}`;
  const password = '튼튼한 비밀번호 1';
  const registered = await request.post('/api/register', {
    headers,
    data: {
      fullName: '묻는 사람',
      email: `${customer}@example.com`,
      password,
      consents: { terms: true, privacy: true, age14: true },
    },
  });
  expect(registered.status(), await registered.text()).toBe(201);
  await page.clock.install();
  await goTo(`/services/${service}`);
  await page.getByRole('button', { name: '문의하기' }).click();
  await page.getByLabel('이메일 또는 사용자 이름').fill(`${customer}@example.com`);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByLabel('비밀번호', { exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '문의하기' });
  await dialog.getByRole('button', { name: '보내기' }).click();
  await expect(dialog.getByText('꼭 입력해 주세요')).toBeVisible();
  await dialog.getByLabel('문의 내용').fill('브래킷 두 개, 다음 주까지 될까요?');
  await expectAccessible();
  await dialog.getByRole('button', { name: '보내기' }).click();

  await expect(page).toHaveURL(/\/my\/conversations\/[0-9a-f-]{36}$/);
  const talk = page.getByRole('region', { name: '주고받은 메시지' });
  await expect(talk.getByRole('article')).toHaveText(/브래킷 두 개/);
  const address = new URL(page.url()).pathname;

  // The provider in another browser, through the page's own API call.
  const signedIn = await request.post('/api/login', {
    headers,
    data: { email: demoSignIns[0], password: demoPassword },
  });
  expect(signedIn.status()).toBe(200);
  const answered = await request.post(`/api${address.replace('/my', '')}/messages`, {
    headers,
    data: { text: '네, 도면을 보내 주세요.', clientId: crypto.randomUUID() },
  });
  expect(answered.status(), await answered.text()).toBe(201);
  // The page polls every ten seconds.
  await page.clock.fastForward(10_000);
  await expect(talk.getByRole('article', { name: /님의 메시지/ })).toHaveText(/도면을 보내 주세요/);

  // An undelivered message stays, and is sent again.
  await page.route('**/messages', (route) => route.abort());
  const field = page.getByLabel('메시지', { exact: true });
  await field.fill('곧 보낼게요.');
  await field.press('Control+Enter');
  await expect(talk.getByRole('alert')).toContainText('보내지 못했어요');
  await page.unroute('**/messages');
  await talk.getByRole('button', { name: '다시 보내기' }).click();
  await expect(talk.getByRole('alert')).toHaveCount(0);
  await expect(talk.getByRole('article').last()).toHaveText(/곧 보낼게요/);
  await expectAccessible();

  // The provider finds it in the list.
  await page.context().clearCookies();
  await signIn(demoSignIns[0]);
  await goTo('/my/conversations');
  const row = page.getByRole('link', { name: new RegExp(title) });
  await expect(row).toContainText('답장 필요');
  await expect(row).toContainText('곧 보낼게요.');
  await expectAccessible();
  // A failed read receipt is sent again.
  const unread = async () =>
    (await (await page.request.get(`/api${address.replace('/my', '')}`)).json()).unread as number;
  await page.route('**/read', (route) => route.abort());
  await Promise.all([
    page.waitForEvent('requestfailed', (each) => each.url().endsWith('/read')),
    row.click(),
  ]);
  await expect(talk.getByRole('article')).toHaveCount(3);
  expect(await unread()).toBeGreaterThan(0);
  await page.unroute('**/read');
  await page.clock.fastForward(10_000);
  await expect.poll(unread).toBe(0);
  await page.getByRole('button', { name: '답장이 필요 없어요' }).click();
  await expect(page.getByRole('button', { name: '답장이 필요 없어요' })).toHaveCount(0);
});

test('a person writes to the author of a resource, but not to themselves @night', async ({
  page,
  goTo,
  signIn,
  request,
  baseURL,
}) => {
  const headers = { origin: baseURL ?? '' };
  await signIn(demoSignIns[0]);
  const title = `스탠드 ${crypto.randomUUID().slice(0, 8)}`;
  const made = await page.request.post('/api/resources', {
    headers,
    multipart: { title, category: '3d_model', state: 'published' },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  await goTo(`/resources/${id}`);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: '만든 사람에게 문의' })).toHaveCount(0);
  await page.context().clearCookies();

  const account = await signUp(request, baseURL, '만들다 막힌 사람');
  await signIn(account.email, account.password);
  await goTo(`/resources/${id}`);
  await page.getByRole('button', { name: '만든 사람에게 문의' }).click();
  const dialog = page.getByRole('dialog', { name: '문의하기' });
  await expect(dialog.getByText(`‘${title}’에 대해 물어보세요.`)).toBeVisible();
  await dialog.getByLabel('문의 내용').fill('베어링이 헐거워요. 치수를 줄여도 될까요?');
  await dialog.getByRole('button', { name: '보내기' }).click();
  await expect(page).toHaveURL(/\/my\/conversations\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('region', { name: '주고받은 메시지' }).getByRole('article')).toHaveText(
    /베어링이/,
  );
  await page.getByRole('link', { name: '자료 보기' }).click();
  await expect(page).toHaveURL(new RegExp(`/resources/${id}$`));
});
