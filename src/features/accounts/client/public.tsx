export { ActingBanner } from './lazy-banner.tsx';
export { currentUserQuery } from './api.ts';
export { FormMessage, missing, useForm } from './form.tsx';
export { legalVersion } from '../rules.ts';
export { useLoginFirst } from './login-first.ts';
export { useLogoutWithToast } from './logout.ts';
export { ProofCancelled, Proven, useProof, type Act } from './proof.tsx';
export { Section } from './section.tsx';
export { consentsQuery, securityQuery } from './security-api.ts';
