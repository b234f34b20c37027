import { isPlainFileName, mediaTypeOf } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { Fields } from '#ui/form-group.tsx';

/** Default limit of the server. It only avoids a useless upload: the server checks again. */
export const maxFileBytes = 1024 * 1024 * 1024;

/** Returns the problem of a chosen file that can be found before sending it, or '' if there is none. */
export function fileProblem(file: File): string {
  if (file.size === 0) return m['uploads.error.file_empty']();
  if (!isPlainFileName(file.name)) return m['uploads.error.file_name']();
  if (mediaTypeOf(file.name) === null) return m['uploads.error.file_type']();
  return file.size > maxFileBytes ? m['uploads.error.file_too_large']() : '';
}

/** Returns every problem of the form that the browser can find before anything is sent. */
export function checkForm(data: FormData): Fields {
  const fields: Fields = {};
  if (textOf(data, 'title') === '') fields['title'] = m['platform.field.required']();
  if (textOf(data, 'category') === '') fields['category'] = m['platform.field.choose']();
  if (data.has('uploadsUnfinished')) fields['uploads'] = m['uploads.unfinished']();
  const url = textOf(data, 'downloadUrl');
  if (url !== '' && !isHttps(url)) fields['downloadUrl'] = m['platform.field.url']();
  return fields;
}

/**
 * Returns true if the form has a file, link, game or instructions: people open a resource for one of these.
 */
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
