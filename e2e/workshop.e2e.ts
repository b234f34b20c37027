import { expect, test } from './fixtures.ts';

test.use({ expectedConsoleErrors: [/status of 400/] });

test('a provider enters machines, rates and working days, and keeps the input after an error', async ({
  page,
  baseURL,
  signIn,
  goTo,
  expectAccessible,
}) => {
  await signIn('eunhaeng.studio@example.com');
  const made = await page.request.post('/api/services', {
    data: {
      title: '장비를 적는 출력실',
      serviceType: '3d_printing',
      isFreeService: false,
      state: 'draft',
    },
    headers: { origin: baseURL ?? '' },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };

  await goTo(`/my/services/${id}/workshop`);
  await expect(page.getByText('20 mm 정육면체 1개, PLA 20%: ₩13,200')).toBeVisible();
  await page.getByRole('button', { name: '장비 추가' }).click();
  // The new machine's name has the focus.
  await page.keyboard.type('Prusa MK4');
  await page.getByLabel('가로 (mm)').fill('250');
  await page.getByLabel('세로 (mm)').fill('210');
  const machine = page.getByRole('listitem', { name: 'Prusa MK4' });
  await machine.getByRole('button', { name: '소재 추가' }).click();
  await page.keyboard.type('PLA');
  await machine.getByLabel('색').fill('검정, 흰색');
  await page.getByRole('radio', { name: /내 요금표/ }).check();
  await page.getByLabel(/^기본요금/).fill('5,000');
  await page.getByRole('checkbox', { name: '일', exact: true }).check();

  // The height is missing.
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByLabel('높이 (mm)')).toBeFocused();
  await expect(page.getByLabel('높이 (mm)')).toHaveAccessibleDescription('꼭 입력해 주세요.');
  await expect(machine.getByLabel('색')).toHaveValue('검정, 흰색');
  await page.getByLabel('높이 (mm)').fill('220');
  await expect(page.getByText('20 mm 정육면체 1개, PLA 20%: ₩7,700')).toBeVisible();
  await expectAccessible();
  await Promise.all([
    expect(page.getByText('장비와 요금을 저장했어요.')).toBeVisible(),
    page.getByRole('button', { name: '저장' }).click(),
  ]);

  await machine.getByRole('button', { name: 'Prusa MK4 복사' }).click();
  await expect(page.getByRole('listitem', { name: 'Prusa MK4' })).toHaveCount(2);
  // Leaving would lose the copy.
  await page.getByRole('link', { name: '장비를 적는 출력실' }).click();
  await page.getByRole('button', { name: '나가기' }).click();
  await expect(page).toHaveURL(new RegExp(`/services/${id}$`));

  const written = await page.request.get(`/api/user/services/${id}/workshop`);
  expect(await written.json()).toMatchObject({
    version: 1,
    rateCard: { startFee: 5000, perTenGrams: 2000 },
    machines: [
      {
        name: 'Prusa MK4',
        buildMm: [250, 210, 220],
        stock: [{ material: 'PLA', colors: ['검정', '흰색'] }],
      },
    ],
    calendar: { closedWeekdays: [0] },
  });
});

test('the owner of a service sees what its example lacks, and where to add it @night', async ({
  page,
  baseURL,
  signIn,
  goTo,
}) => {
  await signIn('eunhaeng.studio@example.com');
  const headers = { origin: baseURL ?? '' };
  const made = await page.request.post('/api/services', {
    data: {
      title: '소재를 적지 않은 출력실',
      serviceType: '3d_printing',
      isFreeService: false,
      state: 'draft',
      description: '**하루** 만에 뽑아요.',
    },
    headers,
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  await goTo(`/services/${id}`);
  await expect(page.locator('strong')).toHaveText('하루');
  await expect(page.getByText('장비와 요금표를 적어 두면')).toBeVisible();
  const machine = { name: 'MK4', buildMm: [250, 210, 220], stock: [], layerMm: [0.1, 0.3], leadDays: 1 };
  const written = await page.request.put(`/api/user/services/${id}/workshop`, {
    data: {
      rateCard: null,
      machines: [machine],
      calendar: { closedWeekdays: [], holidays: [], jobsPerDay: 1 },
    },
    headers,
  });
  expect(written.status(), await written.text()).toBe(200);
  await goTo(`/services/${id}`);
  await expect(page.getByText('장비에도 서비스에도 소재가 적혀 있지 않아요.')).toBeVisible();
  await page.getByRole('link', { name: '장비와 요금 고치기' }).click();
  await expect(page).toHaveURL(`/my/services/${id}/workshop`);
});

test('dollars are typed as dollars, stored as cents and shown as dollars @night', async ({
  page,
  baseURL,
  signIn,
  goTo,
}) => {
  await signIn('eunhaeng.studio@example.com');
  const made = await page.request.post('/api/services', {
    data: {
      title: 'Prints for dollars',
      serviceType: '3d_printing',
      price: 1250,
      currency: 'USD',
      state: 'draft',
    },
    headers: { origin: baseURL ?? '' },
  });
  const { id } = (await made.json()) as { id: string };

  await goTo(`/en/services/register?draft=${id}`);
  const amount = page.getByLabel('Amount');
  await expect(amount).toHaveValue('12.50');
  await amount.fill('7.255');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(amount).toHaveValue('7.255');
  await amount.fill('7.25');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect
    .poll(async () => (await (await page.request.get(`/api/user/services/${id}`)).json()).price)
    .toBe(725);

  await goTo(`/en/my/services/${id}/workshop`);
  await page.getByRole('radio', { name: /My own rates/ }).check();
  await page.getByLabel(/^Base fee/).fill('3.50');
  await page.getByLabel(/^Per 10 g/).fill('0.80');
  await expect(page.getByText(/20 mm cube.*\$/).first()).toContainText('$4.73');
});
