import '#features/alpha/contract.ts';
export const button = 1;
