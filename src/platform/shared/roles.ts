/** Roles of people: an ordinary user, or staff. */
export const roles = ['user', 'support', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

export function isStaff({ role }: { role: Role }): boolean {
  return role !== 'user';
}
