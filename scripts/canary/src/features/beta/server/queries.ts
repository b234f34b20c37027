import { commands } from './commands.ts';
import '#features/alpha/contract.ts';
export const queries = commands;
