import { costsOf, loadedAhead, pageBudgets } from '../scripts/lib-page-costs.mjs';
import { expect, test } from './fixtures.ts';
import { resourceOfDemo } from './ordering.ts';

for (const { lang, prefix, night } of [
  { lang: 'ko', prefix: '', night: '' },
  // The same scripts with other texts: in the nightly run.
  { lang: 'en', prefix: '/en', night: ' @night' },
  { lang: 'ja', prefix: '/jp', night: ' @night' },
]) {
  // A room's client/public.tsx that does more than re-export adds the whole room to every page.
  test(`pages stay within their script budgets and make no request twice, in ${lang}${night}`, async ({
    browser,
    baseURL,
    request,
  }) => {
    test.slow();
    const demo = async (title: string) => (await resourceOfDemo(request, title)).id;
    const ids: Record<string, string> = {
      // Six models.
      resource: await demo('practice drone frame'),
      guide: await demo('화분 물주기 모니터 보드'),
      model: await demo('레이어 결함 분류 모델'),
      software: await demo('SoftButton'),
      service: (await (await request.get('/api/services?limit=1')).json())[0].id,
    };
    // Pages of models that are still measured ask again until they are.
    await expect
      .poll(
        async () => {
          const { files } = await (await request.get(`/api/resources/${ids['resource']}`)).json();
          return (files as { model?: { state: string } | null }[]).some(
            ({ model }) => model?.state === 'waiting',
          );
        },
        { timeout: 60_000 },
      )
      .toBe(false);
    const found = await Promise.all(
      pageBudgets.map(async (budget) => {
        const path = budget.path.replace(/\{(\w+)\}/, (_, kind: string) => ids[kind] ?? '');
        return { budget, costs: await costsOf(browser, `${baseURL}${prefix}${path}`.replace(/\/$/, '')) };
      }),
    );
    for (const { budget, costs } of found)
      console.log(
        `${lang} ${budget.path}: ${costs.scriptBytes} bytes in ${costs.scriptFiles} scripts, HTML ${costs.htmlBytes}, moved ${costs.shift.toFixed(4)}`,
      );
    for (const { budget, costs } of found) {
      expect
        .soft(costs.scriptBytes, `${budget.path}: bytes of scripts`)
        .toBeLessThanOrEqual(budget.scriptBytes);
      expect.soft(costs.scriptFiles, `${budget.path}: scripts`).toBeLessThanOrEqual(budget.scriptFiles);
      expect.soft(costs.htmlBytes, `${budget.path}: bytes of HTML`).toBeLessThanOrEqual(budget.htmlBytes);
      expect.soft(costs.scriptFiles, `${budget.path}: scripts at all`).toBeGreaterThan(5);
      expect.soft([...new Set(costs.calls)], `${budget.path}: calls, each once`).toEqual(costs.calls);
      const known = [...loadedAhead, ...budget.own];
      expect
        .soft(
          costs.calls.filter((call) => !known.some((pattern) => pattern.test(call))),
          `${budget.path}: calls that nothing explains`,
        )
        .toEqual([]);
    }
  });
}
