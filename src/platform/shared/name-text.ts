import { z } from 'zod';
import { plainName } from './visible-text.ts';

/** Schema of a name or a title, which is stored as `plainName` gives it and shows something. */
export const nameText = (most: number) => z.string().overwrite(plainName).min(1).max(most);

/** The same of a name that may be left empty. */
export const optionalName = (most: number) => z.string().overwrite(plainName).max(most);
