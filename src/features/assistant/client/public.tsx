export { BuildLink } from './build-link.tsx';
export { OrderBuild } from './order-build.tsx';
export { MyProposals } from './my-proposals.tsx';
