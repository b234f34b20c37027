import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDraftForm } from './draft-form.ts';

vi.mock('#platform/client/page-context.ts', () => ({
  pageContext: () => undefined,
  currentLocale: () => 'ko',
}));

type Sent = { method: string; path: string; key: string; state: FormDataEntryValue | null };

/** Requests that the browser has sent, and the next responses; null for a response that is lost. */
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

/** Returns a form's fields as the browser submits them. */
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

/** The form in its initial state; its rendered parts do not update. */
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

test('a submission that may have succeeded is retried with its key, and no draft is created with it', async () => {
  const { send, touch } = newForm();
  // Retried once automatically, and lost both times.
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

test('no draft is created when the first submission turns out to have succeeded', async () => {
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

test('a refused form is kept as a draft, which the next submission publishes', async () => {
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

test('content typed before an error is found is still saved', async () => {
  const { send, touch, unsaved } = newForm();
  answers = [saved];
  touch();
  expect(await send(() => ({ title: '너무 짧아요.' }))).toBeNull();
  expect(unsaved.current).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asSent()).toEqual([['POST', '/api/things', 'draft']]);
  expect(unsaved.current).toBe(false);
});

test('a submission waits for a running save of the draft, even if pressed repeatedly, and then updates it', async () => {
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

test('cancelling while a draft is being saved submits nothing, and a later submission works', async () => {
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
