export { Inquiry } from './inquiry.tsx';
export { TalkHere } from './talk-here.tsx';
