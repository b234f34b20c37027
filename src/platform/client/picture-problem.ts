import { m } from '#i18n/generated/messages.js';
import { maxPictureBytes, pictureName } from '../shared/pictures.ts';

/** Returns the problem of a chosen picture that can be detected before upload; '' where there is none. */
export function pictureProblem(file: File): string {
  if (!pictureName.test(file.name)) return m['platform.error.image_type']();
  if (file.size === 0) return m['platform.error.image_empty']();
  return file.size > maxPictureBytes ? m['platform.error.image_too_large']() : '';
}
