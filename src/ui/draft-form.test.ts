import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDraftForm } from './draft-form.ts';

vi.mock('#platform/client/page-context.ts', () => ({
  pageContext: () => undefined,
  currentLocale: () => 'ko',
}));

type Sent = { method: string; path: string; key: string; state: FormDataEntryValue | null };

/** What the browser has sent, and what is answered next; null for an answer that is lost. */
let sent: Sent[] = [];
let answers: ({ status: number; body: object } | null)[] = [];
let fields: Record<string, string> = {};

class FakeRequest {
  status = 0;
  statusText = '';
  responseText = '';
  upload = {};
  onload = () => {};
  onerror = () => {};
  onloadend = () => {};
  #sent: Sent = { method: '', path: '', key: '', state: null };
  open(method: string, path: string): void {
    Object.assign(this.#sent, { method, path });
  }
  setRequestHeader(name: string, value: string): void {
    if (name === 'idempotency-key') this.#sent.key = value;
  }
  send(body: FormData): void {
    sent.push({ ...this.#sent, state: body.get('state') });
    const answer = answers.shift();
    setTimeout(() => {
      if (answer) Object.assign(this, { status: answer.status, responseText: JSON.stringify(answer.body) });
      if (answer) this.onload();
      else this.onerror();
      this.onloadend();
    }, 10);
  }
}

/** A form's fields, as the browser reads them. */
class FakeFormData extends FormData {
  constructor(form?: object) {
    super();
    if (form) for (const [name, value] of Object.entries(fields)) this.set(name, value);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('FormData', FakeFormData);
  sent = [];
  fields = { title: '서랍', state: 'published' };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The form as it is when it is new; its parts that are drawn stay as they were first. */
function newForm() {
  const seen: ReturnType<typeof useDraftForm>[] = [];
  function Form() {
    seen.push(
      useDraftForm({
        thing: undefined,
        path: '/api/things',
        isDraft: true,
        needed: ['title'],
        failed: () => '',
        onDraft: () => {},
      }),
    );
    return null;
  }
  renderToString(createElement(Form));
  const draftForm = seen[0]!;
  draftForm.form.current = { querySelectorAll: () => [] } as unknown as HTMLFormElement;
  return draftForm;
}

const saved = { status: 201, body: { id: 'a', version: 1 } };
const refused = { status: 422, body: { code: 'refused', message: '안 돼요.' } };
const nothingWrong = () => ({});
const asSent = () => sent.map(({ method, path, state }) => [method, path, state]);

test('what may have been taken is asked for once more with its key, and no draft is made beside it', async () => {
  const { send, touch } = newForm();
  // Sent once more by itself, and lost both times.
  answers = [null, null, saved];
  const lost = send(nothingWrong);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await lost).toBeNull();
  touch();
  await vi.advanceTimersByTimeAsync(60_000);
  const again = send(nothingWrong);
  await vi.advanceTimersByTimeAsync(100);
  expect(await again).toEqual(saved.body);
  expect(asSent()).toEqual([0, 1, 2].map(() => ['POST', '/api/things', 'published']));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('nor is one made when it turns out that what was sent first was taken', async () => {
  const { send } = newForm();
  answers = [
    null,
    null,
    { status: 409, body: { code: 'idempotency_conflict', message: '다른 내용이에요.' } },
  ];
  const lost = send(nothingWrong);
  await vi.advanceTimersByTimeAsync(2000);
  await lost;
  fields['title'] = '큰 서랍';
  const again = send(nothingWrong);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await again).toBeNull();
  expect(asSent()).toEqual([0, 1, 2].map(() => ['POST', '/api/things', 'published']));
});

test('what was refused is kept as a draft, which is what is sent next', async () => {
  const { send } = newForm();
  answers = [refused, saved, saved];
  const first = send(nothingWrong);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await first).toBeNull();
  const second = send(nothingWrong);
  await vi.advanceTimersByTimeAsync(100);
  await second;
  expect(asSent()).toEqual([
    ['POST', '/api/things', 'published'],
    ['POST', '/api/things', 'draft'],
    ['PATCH', '/api/things/a', 'published'],
  ]);
});

test('what was typed before something was found wrong is saved all the same', async () => {
  const { send, touch, unsaved } = newForm();
  answers = [saved];
  touch();
  expect(await send(() => ({ title: '너무 짧아요.' }))).toBeNull();
  expect(unsaved.current).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asSent()).toEqual([['POST', '/api/things', 'draft']]);
  expect(unsaved.current).toBe(false);
});

test('a draft that is being saved is waited for, however often somebody presses, and then changed', async () => {
  const { send, touch } = newForm();
  answers = [saved, saved];
  touch();
  await vi.advanceTimersByTimeAsync(2505);
  const presses = Promise.all([send(nothingWrong), send(nothingWrong)]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await presses).toEqual([saved.body, null]);
  expect(asSent()).toEqual([
    ['POST', '/api/things', 'draft'],
    ['PATCH', '/api/things/a', 'published'],
  ]);
});

test('who calls it off while a draft is being saved has sent nothing, and may send again', async () => {
  const { send, touch, cancel } = newForm();
  answers = [saved, saved];
  touch();
  await vi.advanceTimersByTimeAsync(2505);
  const first = send(nothingWrong);
  cancel();
  expect(await first).toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  expect(asSent()).toEqual([['POST', '/api/things', 'draft']]);
  const second = send(nothingWrong);
  await vi.advanceTimersByTimeAsync(100);
  expect(await second).toEqual(saved.body);
});
