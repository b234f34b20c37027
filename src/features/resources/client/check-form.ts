import { isPlainFileName, mediaTypeOf } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { Fields } from '#ui/form-group.tsx';

/** Server limit as configured by default; the server has the last word. */
export const maxFileBytes = 1024 * 1024 * 1024;

/** What is wrong with a chosen file that can be told without sending it; '' where nothing is. */
export function fileProblem(file: File): string {
  if (file.size === 0) return m['uploads.error.file_empty']();
  if (!isPlainFileName(file.name)) return m['uploads.error.file_name']();
  if (mediaTypeOf(file.name) === null) return m['uploads.error.file_type']();
  return file.size > maxFileBytes ? m['uploads.error.file_too_large']() : '';
}

/** Everything that is wrong with the form as far as the browser can tell, at once and before anything is sent. */
export function checkForm(data: FormData): Fields {
  const fields: Fields = {};
  if (textOf(data, 'title') === '') fields['title'] = m['platform.field.required']();
  if (textOf(data, 'category') === '') fields['category'] = m['platform.field.choose']();
  if (data.has('uploadsUnfinished')) fields['uploads'] = m['uploads.unfinished']();
  const url = textOf(data, 'downloadUrl');
  if (url !== '' && !isHttps(url)) fields['downloadUrl'] = m['platform.field.url']();
  return fields;
}

/** Whether there is anything to download, to follow, to play or to build: whoever opens a resource looks for that. */
export function hasSomething(data: FormData): boolean {
  const texts = ['downloadUrl', 'gameCode', 'uploads', 'assemblyInstructions'];
  return data.has('downloadFile') || texts.some((name) => !['', '[]'].includes(textOf(data, name)));
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
