import { demoPassword, demoSignIns } from '../demo/users.ts';
import { expect, test } from './fixtures.ts';

test('a person signs up, is greeted, logs out and logs in again', async ({ page, goTo }) => {
  const email = `new-${Date.now()}@example.com`;
  await goTo('/register');
  await page.getByLabel('이름', { exact: true }).fill('새로운 메이커');
  await page.getByLabel('이메일').fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill('튼튼한 비밀번호 1');
  await page.getByLabel('비밀번호 확인').fill('튼튼한 비밀번호 1');
  for (const consent of [/이용약관에 동의/, /개인정보 수집과 이용에 동의/, /만 14세 이상/]) {
    await page.getByLabel(consent).check();
  }
  await page.getByRole('main').getByRole('button', { name: '회원가입' }).click();
  await expect(page.getByRole('status')).toContainText('가입을 환영해요');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner')).toContainText('새로운 메이커님, 안녕하세요');

  await page.getByRole('banner').getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByRole('status')).toContainText('로그아웃했어요');
  await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: '로그인' }).click();
  await page.getByLabel('이메일 또는 사용자 이름').fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill('튼튼한 비밀번호 1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('로그인했어요');
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('새로운 메이커님');
});

test.describe('a refusal by the server', () => {
  test.use({ expectedConsoleErrors: [/401|409|400/] });

  test('is shown at its field, and the input is kept', async ({ page, goTo }) => {
    await goTo('/en/register');
    const submit = page.getByRole('main').getByRole('button', { name: 'Sign up' });
    await submit.click();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(page.getByText('This field is required.').first()).toBeVisible();

    await page.getByLabel('Name', { exact: true }).fill('Mina again');
    await page.getByLabel('Email').fill(demoSignIns[0] ?? '');
    await page.getByLabel('Password', { exact: true }).fill('long enough for this');
    await page.getByLabel('Confirm password').fill('something else');
    await submit.click();
    await expect(page.getByText('The passwords do not match.')).toBeVisible();
    await page.getByLabel('Confirm password').fill('long enough for this');
    for (const consent of [/agree to the terms/, /agree to the collection/, /at least 14/]) {
      await page.getByLabel(consent).check();
    }
    await submit.click();
    await expect(page.getByRole('alert')).toContainText('Sign-up failed');
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Email')).toHaveValue(demoSignIns[0] ?? '');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mina again');
  });

  test('a wrong password is reported in the form and as a toast @night', async ({ page, goTo }) => {
    await goTo('/jp/login');
    await page.getByLabel('メールアドレスまたはユーザー名').fill(`nobody-${Date.now()}@example.com`);
    await page.getByLabel('パスワード', { exact: true }).fill('まちがい');
    await page.getByRole('main').getByRole('button', { name: 'ログイン', exact: true }).click();
    const reason = 'メールアドレス、ユーザー名またはパスワードが正しくありません。';
    const told = page.getByRole('alert').filter({ hasText: 'ログインに失敗しました' });
    await expect(told).toContainText(reason);
    await expect(page.getByRole('main')).toContainText(reason);
  });
});

test('signing in works by keyboard alone', async ({ page, goTo }) => {
  await goTo('/login');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '본문으로 건너뛰기' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: '로그인' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoSignIns[0] ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('button', { name: '로그아웃' })).toBeVisible();
});

test.describe('when the server fails', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] });

  test('a failed logout is reported @night', async ({ page, goTo, signIn }) => {
    await signIn();
    await goTo('/');
    await page.route('**/api/logout', (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: '로그아웃' }).click();
    await expect(page.getByRole('alert')).toContainText('로그아웃에 실패했어요');
    await expect(page.getByRole('banner').getByRole('button', { name: '로그아웃' })).toBeVisible();
  });
});
