import { z } from 'zod';
import { plainName } from './visible-text.ts';

/** Schema of a name or a title, which is stored as `plainName` gives it and shows something. */
export const nameText = (most: number) => z.string().overwrite(plainNameUpTo(most)).min(1).max(most);

/** The same of a name that may be left empty. */
export const optionalName = (most: number) => z.string().overwrite(plainNameUpTo(most)).max(most);

/** Leaves alone what is too long with all that can be taken away: a megabyte would keep the server busy. */
const plainNameUpTo = (most: number) => (text: string) => (text.length > 100 * most ? text : plainName(text));
