import { expect, test } from './fixtures.ts';

for (const { language, path, lang } of [
  { language: 'Korean', path: '/', lang: 'ko' },
  { language: 'English', path: '/en', lang: 'en' },
  { language: 'Japanese', path: '/jp', lang: 'ja' },
]) {
  test(`the home page opens in ${language}, and everyone can use it`, async ({
    page,
    goTo,
    expectAccessible,
  }) => {
    await goTo(path);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
  });
}
