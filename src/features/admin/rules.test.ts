import { expect, test } from 'vitest';
import { changeOf, type PersonForm } from './rules.ts';

const end = '2026-12-24T15:00:00.000Z';
const open = { role: 'user', suspended: false, suspendedUntil: null } as const;
const suspended = { role: 'support', suspended: true, suspendedUntil: null } as const;
const untilThen = { role: 'user', suspended: true, suspendedUntil: end } as const;

test.each([
  [open, { role: 'user', use: 'open', until: null }, null],
  [open, { role: 'finance', use: 'open', until: null }, { role: 'finance' }],
  [open, { role: 'user', use: 'until', until: end }, { suspended: true, suspendedUntil: end }],
  [open, { role: 'user', use: 'forever', until: null }, { suspended: true }],
  [suspended, { role: 'support', use: 'forever', until: null }, null],
  [suspended, { role: 'support', use: 'open', until: null }, { suspended: false }],
  [
    suspended,
    { role: 'user', use: 'until', until: end },
    { role: 'user', suspended: true, suspendedUntil: end },
  ],
  [untilThen, { role: 'user', use: 'until', until: end }, null],
  [untilThen, { role: 'user', use: 'forever', until: null }, { suspended: true }],
] satisfies [typeof open | typeof suspended | typeof untilThen, PersonForm, object | null][])(
  'the person %o with the form %o gets the change %o',
  (person, form, change) => {
    expect(changeOf(person, form)).toEqual(change);
  },
);
