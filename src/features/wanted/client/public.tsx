export { DisputedList } from './disputed-list.tsx';
export { MyWanted } from './my-wanted.tsx';
