/** OWASP ASVS 6.2.1 asks for at least 8; longer than 128 only serves to keep the hash function busy. */
export const passwordLength = { min: 8, max: 128 } as const;

export function isUsername(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9_.]*[a-z0-9])?$/i.test(text);
}
