export { MyProposals } from './my-proposals.tsx';
