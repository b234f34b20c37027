export { BuildLink } from './build-link.tsx';
export { MyProposals } from './my-proposals.tsx';
