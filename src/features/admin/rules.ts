export const roles = ['user', 'support', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];
