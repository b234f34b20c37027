export const users = 1;
