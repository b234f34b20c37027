import '#features/alpha/contract.ts';
export const money = 1;
