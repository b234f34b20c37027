/** Shortens an address so that only people who know it recognise it: its first letter and its domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`;
}
