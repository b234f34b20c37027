export { FollowButton } from './follow-button.tsx';
export { loadFollows, loadLikes } from './load-own.ts';
export { MyCollections } from './my-collections.tsx';
export { MyFollowing } from './my-following.tsx';
export { PersonCollections } from './person-collections.tsx';
export { ResourceActions } from './resource-actions.tsx';
export { ResourceTalk } from './resource-talk.tsx';
export { StepTalk } from './step-talk.tsx';
