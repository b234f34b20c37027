import { queries } from './queries.ts';
export const commands = queries;
