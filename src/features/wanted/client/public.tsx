export { canRule as canRuleOnBounties } from '../access.ts';
export { DisputedList } from './lazy-disputed-list.tsx';
export { MyWanted } from './my-wanted.tsx';
