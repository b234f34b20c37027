import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { toCsv } from '#platform/shared/csv.ts';
import type { AdminPerson } from '../contract.ts';

export function peopleCsv(people: readonly AdminPerson[], locale: Locale): string {
  const head = [
    m['admin.csv.id']({}, { locale }),
    m['admin.csv.full_name']({}, { locale }),
    m['admin.csv.username']({}, { locale }),
    m['admin.csv.email']({}, { locale }),
    m['admin.csv.role']({}, { locale }),
    m['admin.csv.suspended']({}, { locale }),
    m['admin.csv.joined']({}, { locale }),
  ];
  const rows = people.map((person) => [
    person.id,
    person.fullName,
    person.username,
    person.email,
    person.role,
    person.suspended ? (person.suspendedUntil ?? m['admin.csv.yes']({}, { locale })) : '',
    person.createdAt,
  ]);
  return toCsv([head, ...rows]);
}
